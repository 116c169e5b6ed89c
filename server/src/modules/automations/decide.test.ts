import { decide, type Step } from '@balcao/shared/features/automations/decide.ts';
import type { Facts, Occurrence } from '@balcao/shared/features/automations/facts.ts';
import { MAX_STEPS } from '@balcao/shared/features/automations/limits.ts';
import { matchesPattern } from '@balcao/shared/features/automations/pattern.ts';
import {
  type Condition,
  cause,
  condition,
  conditions,
  type Effect,
  effect,
  effects,
  type Rule,
} from '@balcao/shared/features/automations/rule.ts';
import { DEADLINE_KINDS } from '@balcao/shared/features/deadlines/deadline.ts';
import { REFERRAL_KINDS } from '@balcao/shared/features/messages/referral.ts';
import { RATING_LEVELS } from '@balcao/shared/features/ratings/scale.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEEP, SEED } from '../../../test/sample.ts';

const FACTS: Facts = {
  status: 'pending',
  queueId: 1,
  userId: null,
  connectionId: 1,
  channel: 'whatsapp',
  isSnoozed: false,
  chatbot: false,
  tagIds: [],
  text: 'Bom dia, é URGENTE!',
  contact: {
    name: 'Maria',
    number: '5511987650001',
    email: '',
    extraInfo: [{ name: 'Plano', value: 'Ouro' }],
  },
  isOpen: true,
  isNewCustomer: false,
  messages: 1,
  ageMinutes: 0,
  origin: null,
};

/** Few ids, so that rules meet each other. */
const few = fc.integer({ min: 1, max: 3 });
const ids = (least: number) => fc.uniqueArray(few, { minLength: least, maxLength: 3 });
const not = fc.boolean();
const minutes = fc.constantFrom(5, 60);
const k = <K extends string>(kind: K) => fc.constant(kind);

const anyCause = fc.oneof(
  fc.record({
    kind: fc.constantFrom(
      ...(['message', 'opened', 'accepted', 'transferred', 'finished', 'reopened'] as const),
      ...(['ourMessage', 'botMessage', 'campaign', 'contactChanged'] as const),
    ),
  }),
  fc.record({
    kind: k('rated'),
    levels: fc.subarray([...RATING_LEVELS]),
    // What has happened is one of them.
    level: fc.constantFrom(...RATING_LEVELS),
  }),
  fc.record({
    kind: k('referred'),
    kinds: fc.subarray([...REFERRAL_KINDS]),
    // What has happened is one of them.
    origin: fc.constantFrom(...REFERRAL_KINDS),
    text: fc.constant('Vi o anúncio'),
  }),
  fc.record({ kind: fc.constantFrom('tagged', 'untagged'), tagIds: ids(0) }),
  fc.record({ kind: fc.constantFrom('waiting', 'unanswered', 'silent'), minutes }),
  fc.record({
    kind: fc.constantFrom('deadlineNear', 'deadlineMissed'),
    deadlines: fc.subarray([...DEADLINE_KINDS]),
    // What has happened is one of them.
    deadline: fc.constantFrom(...DEADLINE_KINDS),
  }),
);
const anyCondition = fc.oneof(
  fc.record({ kind: k('channel'), not, channels: fc.constant(['telegram']) }),
  fc.record({ kind: k('connection'), not, connectionIds: ids(1) }),
  fc.record({ kind: k('queue'), not, queueIds: ids(0) }),
  fc.record({ kind: k('agent'), not, userIds: ids(0) }),
  fc.record({ kind: k('status'), not, statuses: fc.constantFrom(['open'], ['pending', 'closed']) }),
  fc.record({ kind: k('tags'), not, tagIds: ids(0) }),
  fc.record({ kind: k('words'), not, words: fc.constantFrom(['urgente'], ['urge'], ['dia', 'x'], ['e']) }),
  fc.record({ kind: k('pattern'), not, pattern: fc.constantFrom('urg.*!', '^dia', '\\d+') }),
  fc.record({
    kind: k('field'),
    not,
    field: fc.constantFrom('name', 'number', 'email', 'extra'),
    name: fc.constantFrom('plano', 'Cidade'),
    test: fc.constantFrom('is', 'contains', 'empty'),
    value: fc.constantFrom('ouro', 'mar', '55'),
  }),
  fc.record({ kind: fc.constantFrom('hours', 'newCustomer'), not }),
  fc.record({ kind: k('messages'), not, atLeast: few }),
  fc.record({ kind: k('age'), not, minutes }),
  fc.record({ kind: k('origin'), not, kinds: fc.constantFrom([], ['ad']) }),
);
const match = fc.constantFrom('all', 'any');
const anyConditions = fc.record({
  match,
  items: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: anyCondition },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: k('group'),
          match,
          items: fc.array(anyCondition, { minLength: 1, maxLength: 3 }),
        }),
      },
    ),
    { maxLength: 2 },
  ),
});
const anyEffect = fc.oneof(
  fc.record({ kind: fc.constantFrom('addTags', 'removeTags'), tagIds: ids(1) }),
  fc.record({ kind: k('queue'), queueId: few }),
  fc.record({ kind: fc.constantFrom('agent', 'accept'), userId: few }),
  fc.record({ kind: k('finish'), silent: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('say', 'note'), text: fc.constant('Olá') }),
  fc.record({ kind: k('snooze'), minutes }),
  fc.record({ kind: fc.constantFrom('stopBot', 'stop', 'webhook') }),
  fc.record({ kind: k('sort'), queue: fc.boolean() }),
  fc.record({ kind: k('fileList'), fileListId: few }),
  fc.record({
    kind: k('template'),
    connectionId: few,
    template: fc.constant({ name: 'pedido_pronto', language: 'pt_BR', parameters: ['{{firstName}}'] }),
  }),
  fc.record({ kind: k('prompt'), promptId: few }),
  fc.record({ kind: k('integration'), queueIntegrationId: few }),
);
const anyRules = fc
  .array(
    fc.record({
      cause: anyCause,
      conditions: anyConditions,
      effects: fc.array(anyEffect, { minLength: 1, maxLength: 4 }),
    }),
    { maxLength: 14 },
  )
  .map((rules) =>
    rules.map(
      (rule, index): Rule => ({
        id: index + 1,
        cause: cause.parse(rule.cause),
        conditions: conditions.parse(rule.conditions),
        effects: effects.parse(rule.effects),
      }),
    ),
  );
const anyText = fc.constantFrom('', 'urgente', 'É urgente, hoje!', 'bom dia 42');
const anyFacts = fc.record({
  status: fc.constantFrom('pending', 'open', 'closed'),
  queueId: fc.option(few),
  userId: fc.option(few),
  connectionId: few,
  tagIds: ids(0),
  isSnoozed: fc.boolean(),
  chatbot: fc.boolean(),
  isOpen: fc.boolean(),
  isNewCustomer: fc.boolean(),
  messages: few,
  ageMinutes: fc.constantFrom(0, 5, 90),
  origin: fc.constantFrom(null, 'ad', 'link'),
  text: anyText,
});

/** The same rules, read one sentence after the other, on a ticket that changes under them. */
function interpret(rules: readonly Rule[], happened: readonly Occurrence[], begun: Facts): Step[] {
  const ticket: { -readonly [K in keyof Facts]: Facts[K] } = { ...begun };
  const steps: Step[] = [];
  const turn: Occurrence[] = [...happened];
  const had: number[] = [];

  const says: Record<Condition['kind'], (one: never) => boolean> = {
    channel: (one: { channels: string[] }) => one.channels.indexOf(ticket.channel) >= 0,
    connection: (one: { connectionIds: number[] }) => one.connectionIds.indexOf(ticket.connectionId) >= 0,
    queue: (one: { queueIds: (number | null)[] }) =>
      [...one.queueIds, ...(one.queueIds.length ? [] : [null])].indexOf(ticket.queueId) >= 0,
    agent: (one: { userIds: (number | null)[] }) =>
      [...one.userIds, ...(one.userIds.length ? [] : [null])].indexOf(ticket.userId) >= 0,
    status: (one: { statuses: string[] }) => one.statuses.indexOf(ticket.status) >= 0,
    tags: (one: { tagIds: number[] }) =>
      one.tagIds.length
        ? one.tagIds.filter((id) => ticket.tagIds.includes(id)).length > 0
        : ticket.tagIds.length === 0,
    words: (one: { words: string[] }) =>
      one.words.some((word) =>
        ticket.text
          .toLowerCase()
          .replaceAll('é', 'e')
          .split(/[^a-z0-9]+/)
          .includes(word),
      ),
    pattern: (one: { pattern: string }) => new RegExp(one.pattern, 'i').test(ticket.text),
    field: (one: {
      field: 'name' | 'number' | 'email' | 'extra';
      name: string;
      test: string;
      value: string;
    }) => {
      const { contact } = ticket;
      const own = {
        name: contact.name,
        number: contact.number,
        email: contact.email,
        extra: one.name === 'plano' ? 'Ouro' : '',
      };
      const value = own[one.field].toLowerCase();
      return one.test === 'empty'
        ? value.length === 0
        : one.test === 'is'
          ? value === one.value
          : value.indexOf(one.value) >= 0;
    },
    hours: () => ticket.isOpen,
    newCustomer: () => ticket.isNewCustomer,
    messages: (one: { atLeast: number }) => !(ticket.messages < one.atLeast),
    age: (one: { minutes: number }) => !(ticket.ageMinutes < one.minutes),
    origin: (one: { kinds: string[] }) =>
      ticket.origin === null ? false : one.kinds.length === 0 || one.kinds.indexOf(ticket.origin) >= 0,
  };
  const holds = (one: { match: 'all' | 'any'; items: readonly unknown[] }): boolean => {
    if (one.items.length === 0) return true;
    let wrong = 0;
    for (const item of one.items as { kind: string; not: boolean }[]) {
      const isTrue =
        item.kind === 'group'
          ? holds(item as never)
          : says[item.kind as Condition['kind']](item as never) !== item.not;
      if (!isTrue) wrong += 1;
    }
    return one.match === 'all' ? wrong === 0 : wrong < one.items.length;
  };
  const give = (status: Facts['status']) => {
    ticket.status = status;
    ticket.isSnoozed = false;
    ticket.chatbot = false;
  };
  /** False: it changes nothing. */
  const does = (one: Effect): boolean => {
    switch (one.kind) {
      case 'addTags': {
        const put = one.tagIds.filter((id) => ticket.tagIds.indexOf(id) < 0);
        ticket.tagIds = ticket.tagIds.concat(put);
        if (put.length) turn.push({ kind: 'tagged', tagIds: put });
        return put.length > 0;
      }
      case 'removeTags': {
        const gone = one.tagIds.filter((id) => ticket.tagIds.indexOf(id) >= 0);
        ticket.tagIds = ticket.tagIds.filter((id) => gone.indexOf(id) < 0);
        if (gone.length) turn.push({ kind: 'untagged', tagIds: gone });
        return gone.length > 0;
      }
      case 'queue':
        if (ticket.status === 'closed' || ticket.queueId === one.queueId) return false;
        give('pending');
        ticket.queueId = one.queueId;
        ticket.userId = null;
        turn.push({ kind: 'transferred' });
        return true;
      case 'agent':
        if (ticket.status === 'closed') return false;
        if (ticket.status === 'open' && ticket.userId === one.userId) return false;
        give('open');
        ticket.userId = one.userId;
        turn.push({ kind: 'transferred' });
        return true;
      case 'accept':
        if (ticket.status !== 'pending') return false;
        give('open');
        ticket.userId = one.userId;
        turn.push({ kind: 'accepted' });
        return true;
      case 'finish':
        if (ticket.status === 'closed') return false;
        give('closed');
        turn.push({ kind: 'finished' });
        return true;
      case 'snooze':
        if (ticket.status === 'closed') return false;
        ticket.isSnoozed = true;
        return true;
      case 'prompt':
      case 'integration':
        if (ticket.status !== 'pending') return false;
        ticket.isSnoozed = false;
        ticket.chatbot = true;
        return true;
      case 'stopBot': {
        const led = ticket.chatbot;
        ticket.chatbot = false;
        return led;
      }
      default:
        return true;
    }
  };
  for (let at = 0; at < turn.length; at += 1) {
    const now = turn[at] as Occurrence & {
      text?: string;
      tagIds?: number[];
      minutes?: number;
      deadline?: string;
      level?: number;
      origin?: Facts['origin'];
    };
    ticket.text = now.text ?? begun.text;
    ticket.origin = now.origin ?? begun.origin;
    for (const rule of rules) {
      if (steps.length >= MAX_STEPS) return steps;
      if (had.includes(rule.id) || rule.cause.kind !== now.kind) continue;
      if ('minutes' in rule.cause && rule.cause.minutes !== now.minutes) continue;
      if (
        'tagIds' in rule.cause &&
        rule.cause.tagIds.length &&
        !rule.cause.tagIds.some((id) => now.tagIds?.includes(id))
      )
        continue;
      if (
        'levels' in rule.cause &&
        rule.cause.levels.length &&
        !rule.cause.levels.some((level) => level === now.level)
      )
        continue;
      if (
        'kinds' in rule.cause &&
        rule.cause.kinds.length &&
        !rule.cause.kinds.some((kind) => kind === now.origin)
      )
        continue;
      if (
        'deadlines' in rule.cause &&
        rule.cause.deadlines.length &&
        !rule.cause.deadlines.some((kind) => kind === now.deadline)
      )
        continue;
      if (!holds(rule.conditions)) continue;
      had.push(rule.id);
      const done: Effect[] = [];
      let stops = false;
      for (const one of rule.effects) {
        if (stops || !does(one)) continue;
        done.push(one);
        stops = one.kind === 'stop';
      }
      if (done.length) steps.push({ ruleId: rule.id, effects: done });
      if (stops) break;
    }
  }
  return steps;
}

describe('what rules decide', () => {
  it('is what a plain interpreter reads in them, whatever they are, and comes to an end', () => {
    const anyHappened = fc.array(
      fc
        .tuple(anyCause, anyText)
        .map(([one, text]) => (one.kind.endsWith('essage') ? { ...one, text } : one)),
      { minLength: 1, maxLength: 2 },
    );
    fc.assert(
      fc.property(anyRules, anyHappened, anyFacts, (rules, causes, some) => {
        const facts = { ...FACTS, ...some } as Facts;
        const happened = causes as Occurrence[];
        const steps = decide(rules, happened, facts);
        expect(steps).toEqual(interpret(rules, happened, facts));
        expect(steps.length).toBeLessThanOrEqual(MAX_STEPS);
        expect(new Set(steps.map(({ ruleId }) => ruleId)).size).toBe(steps.length);
      }),
      { seed: SEED, numRuns: DEEP ? 30_000 : 1_000 },
    );
  });

  it('lets rules that undo each other rest after one turn each', () => {
    const put: Rule = {
      id: 1,
      cause: { kind: 'untagged', tagIds: [] },
      conditions: { match: 'all', items: [] },
      effects: [{ kind: 'addTags', tagIds: [7] }],
    };
    const take: Rule = {
      ...put,
      id: 2,
      cause: { kind: 'tagged', tagIds: [7] },
      effects: [{ kind: 'removeTags', tagIds: [7] }],
    };
    const steps = decide([put, take], [{ kind: 'tagged', tagIds: [7] }], { ...FACTS, tagIds: [7] });
    expect(steps.map(({ ruleId }) => ruleId)).toEqual([2, 1]);
  });

  it('finds words as people write them, and no words within others', () => {
    const asks = (words: string[], text: string) =>
      decide(
        [
          {
            id: 1,
            cause: { kind: 'message' },
            conditions: { match: 'all', items: [condition.parse({ kind: 'words', not: false, words })] },
            effects: [effect.parse({ kind: 'note', text: 'x' })],
          },
        ],
        [{ kind: 'message', text }],
        FACTS,
      ).length === 1;
    expect(asks(['cancelar'], 'Quero CANCELAR.')).toBe(true);
    expect(asks(['nao'], 'Não!')).toBe(true);
    expect(asks(['segunda via'], 'a segunda via, por favor')).toBe(true);
    expect(asks(['via'], 'viagem e aviação')).toBe(false);
    expect(asks(['ção'], 'opção')).toBe(false);
  });

  it('reads a pattern of which others would try each split of a long text', () => {
    expect(matchesPattern('[a-z]*[a-z ]*[0-9]$', 'a'.repeat(3_200))).toBe(false);
  });
});
