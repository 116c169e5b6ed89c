import { fold } from '../../text/fold.ts';
import type { Facts, Occurrence } from './facts.ts';
import { matchesPattern } from './pattern.ts';
import type { Cause, Condition, ConditionGroup, Conditions } from './rule.ts';

/** Whether a rule looks at what has happened. */
export function isMeant(cause: Cause, happened: Occurrence): boolean {
  if ('minutes' in cause && 'minutes' in happened)
    return cause.kind === happened.kind && cause.minutes === happened.minutes;
  if ('tagIds' in cause && 'tagIds' in happened)
    return (
      cause.kind === happened.kind &&
      (cause.tagIds.length === 0 || cause.tagIds.some((tagId) => happened.tagIds.includes(tagId)))
    );
  if ('levels' in cause && 'level' in happened)
    return cause.levels.length === 0 || cause.levels.includes(happened.level);
  if ('kinds' in cause && 'origin' in happened)
    return cause.kinds.length === 0 || cause.kinds.includes(happened.origin);
  if ('deadlines' in cause && 'deadline' in happened)
    return (
      cause.kind === happened.kind &&
      (cause.deadlines.length === 0 || cause.deadlines.includes(happened.deadline))
    );
  return cause.kind === happened.kind;
}

export function holds({ match, items }: Conditions | ConditionGroup, facts: Facts): boolean {
  if (items.length === 0) return true;
  const isTrue = (item: Condition | ConditionGroup): boolean =>
    item.kind === 'group' ? holds(item, facts) : isSo(item, facts) !== item.not;
  return match === 'all' ? items.every(isTrue) : items.some(isTrue);
}

function isSo(condition: Condition, facts: Facts): boolean {
  switch (condition.kind) {
    case 'channel':
      return condition.channels.includes(facts.channel);
    case 'connection':
      return condition.connectionIds.includes(facts.connectionId);
    case 'queue':
      return isOneOf(facts.queueId, condition.queueIds);
    case 'agent':
      return isOneOf(facts.userId, condition.userIds);
    case 'status':
      return condition.statuses.includes(facts.status);
    case 'tags':
      return condition.tagIds.length === 0
        ? facts.tagIds.length === 0
        : condition.tagIds.some((tagId) => facts.tagIds.includes(tagId));
    case 'words': {
      const said = fold(facts.text);
      return condition.words.some((word) => hasWord(said, fold(word)));
    }
    case 'pattern':
      return matchesPattern(condition.pattern, facts.text);
    case 'field':
      return isField(condition, facts.contact);
    case 'hours':
      return facts.isOpen;
    case 'newCustomer':
      return facts.isNewCustomer;
    case 'messages':
      return facts.messages >= condition.atLeast;
    case 'age':
      return facts.ageMinutes >= condition.minutes;
    case 'origin':
      return (
        facts.origin !== null && (condition.kinds.length === 0 || condition.kinds.includes(facts.origin))
      );
  }
}

const isOneOf = (value: number | null, ids: readonly number[]) =>
  value === null ? ids.length === 0 : ids.includes(value);

function isField(
  { field, name, test, value }: Extract<Condition, { kind: 'field' }>,
  contact: Facts['contact'],
): boolean {
  const wanted = fold(name);
  const found = fold(
    field === 'extra'
      ? (contact.extraInfo.find((info) => fold(info.name.trim()) === wanted)?.value ?? '')
      : contact[field],
  ).trim();
  if (test === 'empty') return found === '';
  return test === 'is' ? found === fold(value) : found.includes(fold(value));
}

const IN_WORD = /[\p{L}\p{N}]/u;

/** Whether the word stands in the text by itself; both folded. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const [before, behind] = [text.slice(0, at), text.slice(at + word.length)];
    if (!IN_WORD.test(lastOf(before)) && !IN_WORD.test(firstOf(behind))) return true;
  }
  return false;
}

/** Letters beyond the first plane are two units. */
const firstOf = (text: string) => String.fromCodePoint(text.codePointAt(0) ?? 32);
const lastOf = (text: string) => [...text.slice(-2)].at(-1) ?? ' ';
