import type { Condition, Effect, Rule } from './rule.ts';

/** What a rule may point at, and what may be deleted. */
export type ReferenceKind =
  | 'queue'
  | 'user'
  | 'tag'
  | 'connection'
  | 'quickMessage'
  | 'fileList'
  | 'prompt'
  | 'integration'
  | 'webhook';
export interface Reference {
  kind: ReferenceKind;
  id: number;
}

const all = (kind: ReferenceKind, ids: readonly number[]): Reference[] => ids.map((id) => ({ kind, id }));

/** Everything that a rule points at. */
export function referencesOf({ cause, conditions, effects }: Omit<Rule, 'id'>): Reference[] {
  const items = conditions.items.flatMap((item) => (item.kind === 'group' ? item.items : [item]));
  return [
    ...('tagIds' in cause ? all('tag', cause.tagIds) : []),
    ...items.flatMap(ofCondition),
    ...effects.flatMap(ofEffect),
  ];
}

function ofCondition(condition: Condition): Reference[] {
  switch (condition.kind) {
    case 'connection':
      return all('connection', condition.connectionIds);
    case 'queue':
      return all('queue', condition.queueIds);
    case 'agent':
      return all('user', condition.userIds);
    case 'tags':
      return all('tag', condition.tagIds);
    default:
      return [];
  }
}

/** Everything that an effect points at. */
export function ofEffect(effect: Effect): Reference[] {
  switch (effect.kind) {
    case 'addTags':
    case 'removeTags':
      return all('tag', effect.tagIds);
    case 'queue':
      return all('queue', [effect.queueId]);
    case 'agent':
    case 'accept':
      return all('user', [effect.userId]);
    case 'mention':
      return all('user', effect.userIds);
    case 'quickMessage':
      return all('quickMessage', [effect.quickMessageId]);
    case 'template':
      return all('connection', [effect.connectionId]);
    case 'fileList':
      return all('fileList', [effect.fileListId]);
    case 'prompt':
      return all('prompt', [effect.promptId]);
    case 'integration':
      return all('integration', [effect.queueIntegrationId]);
    case 'webhook':
      return all('webhook', effect.webhookId === undefined ? [] : [effect.webhookId]);
    default:
      return [];
  }
}
