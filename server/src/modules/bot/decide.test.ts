import { OPTION_ACTIONS } from '@balcao/shared/features/queues/options.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DEEP, SEED } from '../../../test/sample.ts';
import { decide, start } from './decide.ts';
import type { Decision } from './decision.ts';
import { hear } from './heard.ts';
import { type BotOption, type BotQueue, type BotScript, levelOf, type Responder } from './script.ts';
import { type BotState, FRESH, isFinal, leads } from './state.ts';

/** Random menus, hours and customers, and people who change the menus while somebody stands in them. */

const QUEUES = [1, 2, 3, 4];
const text = fc.constantFrom('', 'Olá', 'Escolha:');
const file = fc.option(fc.constant({ id: 'f', mime: 'image/png' }), { freq: 4 });

const RESPONDERS: Responder[] = [
  { kind: 'prompt', id: 1, waitSeconds: 3, patienceSeconds: 20 },
  { kind: 'integration', id: 1, waitSeconds: 0, patienceSeconds: 60 },
];
const responder = fc.constantFrom(...RESPONDERS);

const queue = (id: number): fc.Arbitrary<BotQueue> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(`Fila ${id}`),
    greeting: text,
    outOfHours: text,
    file,
    isOpen: fc.boolean().map((isClosed) => !isClosed),
    responder: fc.option(responder, { freq: 2 }),
    secondCopy: fc.boolean(),
  });

/** Each option hangs below an earlier one of its queue, or none. */
const options: fc.Arbitrary<BotOption[]> = fc
  .array(
    fc.record({
      queueId: fc.constantFrom(...QUEUES),
      below: fc.nat(20),
      message: text,
      file,
      action: fc.constantFrom(...OPTION_ACTIONS),
      forwardQueueId: fc.option(fc.constantFrom(...QUEUES)),
    }),
    { maxLength: 14 },
  )
  .map((drawn) => {
    const made: BotOption[] = [];
    for (const { below, ...option } of drawn) {
      const own = made.filter(({ queueId }) => queueId === option.queueId);
      const parentId = below % 3 === 0 ? null : (own[below % (own.length || 1)]?.id ?? null);
      const place = own.filter((other) => other.parentId === parentId).length + 1;
      const id = made.length + 1;
      made.push({ ...option, id, parentId, option: place, title: `Opção ${id}` });
    }
    return made;
  });

const script: fc.Arbitrary<BotScript> = fc
  .record({
    greeting: text,
    notice: text,
    outOfHours: text,
    maxMenus: fc.integer({ min: 1, max: 5 }),
    intervalMinutes: fc.constantFrom(0, 0, 5, 60),
    isOpen: fc.constantFrom(true, true, true, false),
    all: fc.tuple(...QUEUES.map(queue)),
    offered: fc.subarray(QUEUES),
    options,
    responder: fc.option(responder, { freq: 1 }),
    responders: fc.subarray(RESPONDERS),
  })
  .map(({ all, offered, ...rest }) => ({
    ...rest,
    queues: all.filter(({ id }) => offered.includes(id)),
    otherQueues: all.filter(({ id }) => !offered.includes(id)),
    language: 'pt' as const,
    words: {
      notUnderstood: 'Não entendi:',
      optionPassed: 'Não vale mais:',
      back: 'Voltar',
      mainMenu: 'Menu',
      askDocument: 'CPF?',
      documentInvalid: 'Não é um CPF.',
      lookingForBills: 'Um momento',
    },
  }));

/** A queue, an option with all below it, or the hours have changed meanwhile. */
const change = fc.record({ without: fc.nat(16), closed: fc.boolean(), kept: fc.nat(3) });
function changed(
  of: BotScript,
  { without, closed, kept }: { without: number; closed: boolean; kept: number },
) {
  if (kept > 0) return of;
  const isGone = (id: number | null): boolean =>
    id !== null && (id === without || isGone(of.options.find((one) => one.id === id)?.parentId ?? null));
  return {
    ...of,
    isOpen: of.isOpen && !closed,
    queues: of.queues.filter(({ id }) => id !== without),
    otherQueues: of.otherQueues.filter(({ id }) => id !== without),
    options: of.options.filter(({ id, queueId }) => !isGone(id) && queueId !== without),
  };
}

const said = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('1', '2', '3️⃣', '[ 1 ]', 'Fila 2', 'opção 3', '9') },
  { weight: 3, arbitrary: fc.constantFrom('0', '#', '529.982.247-25') },
  { weight: 3, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.constant(null) },
);
const pause = fc.oneof(
  { weight: 2, arbitrary: fc.nat(5_000) },
  { weight: 6, arbitrary: fc.integer({ min: 7_000, max: 600_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 600_000, max: 3 * 86_400_000 }) },
);
const step = fc.record({ said, pause, change, handedOver: fc.nat(30), placed: fc.boolean() });

/** Whom nobody would see is put into a queue that they have not chosen. */
const inQueue = (state: BotState): BotState =>
  !leads(state) && state.queueId === null && (state.ended === null || state.ended === 'closed')
    ? { ...state, queueId: 1, ended: 'placed' }
    : state;

const says = ({ lines }: Decision) => lines.some(({ kind }) => kind === 'say');
const HALF_AN_HOUR_MS = 30 * 60_000;

function expectSound(before: BotState, decision: Decision, of: BotScript, now: Date): void {
  const { state, lines, closes, ask, reason } = decision;
  expect(state.menus).toBeLessThanOrEqual(Math.max(of.maxMenus, before.menus));
  const isResponder = (at: BotState) => at.answerer === 'prompt' || at.answerer === 'integration';
  expect(state.answers).toBeLessThanOrEqual(
    isResponder(before) || isResponder(state) ? 100 : Math.max(40, before.answers),
  );
  expect([state.promptId !== null, state.integrationId !== null]).toEqual([
    state.answerer === 'prompt',
    state.answerer === 'integration',
  ]);
  if (ask) expect(state.answerer).toBe(ask.answerer);
  if (state.ended !== null || closes) expect(leads(state)).toBe(false);
  if (state.answerer === 'optionTree' && says(decision))
    expect(levelOf(of, state.queueId ?? 0, state.optionId)).not.toEqual([]);
  if (state.answerer === 'queueMenu' && says(decision)) expect(of.queues.length).toBeGreaterThan(1);
  // Whom the bot led and leads no more, people know of: a choice that ends in a greeting says so itself.
  if (leads(before) && !leads(state) && !closes)
    expect(lines.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([expect.stringMatching(/handedOver|chose/)]),
    );
  if (before.ended === 'placed') expectUnchosen(before, decision, of);
  if (isFinal(before.ended)) expect([lines, state]).toEqual([[], before]);
  for (const line of lines)
    if (line.kind === 'say') expect(line.text !== '' || line.file !== null).toBe(true);
  // Whoever hands over says so once; it never leads afterwards.
  expect(lines.filter(({ kind }) => kind === 'handedOver').length).toBeLessThanOrEqual(1);
  const passed = before.menuAt ? now.getTime() - before.menuAt.getTime() : Number.POSITIVE_INFINITY;
  if (reason === 'notUnderstood') expect(passed).toBeGreaterThanOrEqual(of.intervalMinutes * 60_000);
  const told = before.hoursToldAt;
  if (
    (reason === 'closed' || reason === 'queueClosed') &&
    told &&
    state.hoursToldQueueId === before.hoursToldQueueId
  )
    expect(now.getTime() - told.getTime()).toBeGreaterThanOrEqual(HALF_AN_HOUR_MS);
}

/** Their queue stays until they choose another, and until then they are offered what everybody is. */
function expectUnchosen(before: BotState, { state, reason }: Decision, of: BotScript): void {
  expect(state.queueId).not.toBeNull();
  const isGreeted = of.isOpen && of.queues.length > 1 && !of.responder && !isFinal(state.ended);
  if (isGreeted) expect([state.answerer, state.queueId]).toEqual(['queueMenu', before.queueId]);
  // Whoever writes the same again and again is left to people at night too.
  if (!of.isOpen && reason !== 'repeats')
    expect([state.ended, reason]).toEqual(['placed', expect.stringMatching(/^closed/)]);
}

test(`says no more than it may, whatever customers write and people change (SEED=${SEED})`, () => {
  fc.assert(
    fc.property(script, fc.array(step, { minLength: 1, maxLength: 80 }), (first, steps) => {
      let state: BotState = FRESH;
      let now = new Date('2026-11-23T12:00:00Z');
      for (const { said, pause, change, handedOver, placed } of steps) {
        now = new Date(now.getTime() + pause);
        const turn = { script: changed(first, change), state, now };
        const answer = () => (handedOver === 0 ? start(turn) : decide(turn, hear(said)));
        const decision = answer();
        // A crash repeats the step: it must be the same.
        expect(answer()).toEqual(decision);
        if (handedOver > 0) expectSound(state, decision, turn.script, now);
        state = decision.closes ? FRESH : decision.state;
        if (placed) state = inQueue(state);
      }
    }),
    { seed: SEED, numRuns: DEEP ? 20_000 : 1_500 },
  );
});

test(`leads nobody for ever: whoever goes on writing reaches people (SEED=${SEED})`, () => {
  fc.assert(
    fc.property(script, fc.array(said, { minLength: 120, maxLength: 120 }), (of, words) => {
      let state: BotState = FRESH;
      let now = new Date('2026-11-23T12:00:00Z');
      let spoken = 0;
      for (const word of words) {
        now = new Date(now.getTime() + 61 * 60_000);
        const decision = decide({ script: of, state, now }, hear(word));
        if (decision.closes) return;
        if (says(decision) || decision.ask) spoken += 1;
        state = decision.state;
      }
      expect(spoken).toBeLessThanOrEqual(100);
      // After so many words the bot has handed over, for as long as nobody asks for its menu.
      const last = decide({ script: of, state, now }, hear('Quero falar com uma pessoa'));
      expect(leads(last.state) && last.state.menus < of.maxMenus && last.state.answers < 100).toBe(false);
    }),
    { seed: SEED, numRuns: DEEP ? 10_000 : 500 },
  );
});
