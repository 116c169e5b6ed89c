import type { Effect } from '@balcao/shared/features/automations/rule.ts';
import type { MacroEffect } from '@balcao/shared/features/macros/row.ts';
import type { TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';

/** What rules and macros do. */
export type AnyEffect = Effect | MacroEffect;
export type AnyKind = AnyEffect['kind'];

/** None is chosen yet. */
export const NO_TEMPLATE: TemplateChoice = { name: '', language: '', parameters: [] };

/** What an effect is when a person has just chosen its kind. An id of 0 is still to be chosen. */
const EFFECTS: { [K in AnyKind]: Omit<Extract<AnyEffect, { kind: K }>, 'kind'> } = {
  addTags: { tagIds: [] },
  removeTags: { tagIds: [] },
  queue: { queueId: 0 },
  agent: { userId: 0 },
  accept: { userId: 0 },
  take: {},
  say: { text: '' },
  quickMessage: { quickMessageId: 0 },
  template: { connectionId: 0, template: NO_TEMPLATE },
  note: { text: '' },
  mention: { userIds: [], text: '' },
  snooze: { minutes: 60 },
  finish: { silent: false },
  fileList: { fileListId: 0 },
  stopBot: {},
  prompt: { promptId: 0 },
  integration: { queueIntegrationId: 0 },
  sort: { queue: false },
  webhook: {},
  stop: {},
};
const ALL_KINDS = Object.keys(EFFECTS) as AnyKind[];
export const RULE_KINDS = ALL_KINDS.filter((kind) => kind !== 'take');
/** Whoever uses a macro is there: nobody is named who takes it. */
export const MACRO_KINDS = ALL_KINDS.filter(
  (kind) => kind !== 'stop' && kind !== 'webhook' && kind !== 'sort',
);

export const newEffect = (kind: AnyKind): AnyEffect => ({ kind, ...EFFECTS[kind] }) as AnyEffect;
