import type { Draft } from '@balcao/shared/bridge/composer.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';

/**
 * Texts are words that name their ticket and are never used twice, so that it can be said of each word where it is:
 * typing, switching, sending and failures in any order, answered by the core at any moment.
 */
const TICKETS = [1, 2, 3];

type Step =
  | { do: 'type'; words: number }
  | { do: 'open'; ticket: number }
  | { do: 'send' | 'takeBack' | 'answer' | 'time' | 'kill' | 'settle' }
  | { do: 'fail'; calls: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('type' as const), words: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('open' as const), ticket: fc.constantFrom(...TICKETS) }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constantFrom('send', 'takeBack', 'answer', 'time', 'settle' as const) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('fail' as const), calls: fc.integer({ min: 1, max: 4 }) }),
  },
) as fc.Arbitrary<Step>;

const EMPTY: Draft = { body: '', note: '', mode: 'message', quotedMsgId: null, files: [] };

/** A core that does what it is asked at once and answers when the test wants: calls arrive in their order. */
function createDesk() {
  const drafts = new Map<number, Draft>();
  const held = new Map<number, string>();
  const sent: { ticket: number; body: string }[] = [];
  const answers: (() => void)[] = [];
  const timers = new Set<() => void>();
  const keepers = new Map<number, DraftKeeper>();
  let failing = 0;
  let generation = 0;

  function ask<T>(work: () => T): Promise<T> {
    const born = generation;
    if (failing > 0) {
      failing--;
      return Promise.reject(new Error('the core is away'));
    }
    const value = work();
    return new Promise((resolve) => answers.push(() => born === generation && resolve(value)));
  }

  const keeperOf = (ticket: number): DraftKeeper => {
    const born = generation;
    return createDraftKeeper({
      load: () => ask(() => drafts.get(ticket) ?? EMPTY),
      save: (draft) => ask(() => void drafts.set(ticket, draft)),
      after(_ms, work) {
        const timer = () => born === generation && work();
        timers.add(timer);
        return () => timers.delete(timer);
      },
    });
  };

  return {
    sent,
    held,
    drafts,
    open(ticket: number): DraftKeeper {
      const keeper = keepers.get(ticket) ?? keeperOf(ticket);
      keepers.set(ticket, keeper);
      return keeper;
    },
    send: (ticket: number, body: string) =>
      ask(() => {
        held.set(ticket, [held.get(ticket), body].filter(Boolean).join('\n'));
        drafts.set(ticket, { ...(drafts.get(ticket) ?? EMPTY), body: '' });
      }),
    takeBack: (ticket: number) =>
      ask(() => {
        const draft = drafts.get(ticket) ?? EMPTY;
        const back = { ...draft, body: [held.get(ticket), draft.body].filter(Boolean).join('\n') };
        held.delete(ticket);
        drafts.set(ticket, back);
        return back;
      }),
    fail(calls: number) {
      failing = calls;
    },
    answer: () => answers.shift()?.(),
    time() {
      const [timer] = timers;
      if (!timer) return;
      timers.delete(timer);
      timer();
    },
    /** `kill -9` of screen and core: what the core has stored is there, nothing else. */
    kill() {
      generation++;
      answers.length = 0;
      timers.clear();
      keepers.clear();
    },
    async settle() {
      failing = 0;
      for (let quiet = 0; quiet < 3; quiet++) {
        while (answers.length > 0 || timers.size > 0) {
          answers.shift()?.();
          this.time();
          await turn();
        }
        await turn();
      }
    },
  };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const wordsOf = (text: string): string[] => text.match(/t\d+w\d+/g) ?? [];

test('a draft reaches no other ticket, and no word is lost or sent twice, in whatever order things happen', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const desk = createDesk();
      const typed = new Set<string>();
      /** Of which the core had everything before a crash. */
      let safe = new Set<string>();
      let ticket = 1;
      let next = 0;
      const everywhere = (one: number) => [
        ...wordsOf(desk.drafts.get(one)?.body ?? ''),
        ...wordsOf(desk.held.get(one) ?? ''),
      ];
      const expectApart = () => {
        for (const one of TICKETS)
          expect(everywhere(one).filter((word) => !word.startsWith(`t${one}w`))).toEqual([]);
      };

      for (const now of steps) {
        const keeper = desk.open(ticket);
        switch (now.do) {
          case 'type': {
            const words = Array.from({ length: now.words }, () => `t${ticket}w${next++}`);
            for (const word of words) typed.add(word);
            keeper.change({ body: [keeper.current().body, ...words].filter(Boolean).join(' ') });
            break;
          }
          case 'open':
            void keeper.saved();
            ticket = now.ticket;
            break;
          case 'send': {
            const to = ticket;
            if (keeper.current().body === '') break;
            keeper.send(({ body }) => desk.send(to, body)).catch(() => {});
            break;
          }
          case 'takeBack': {
            const of = ticket;
            keeper.replace(() => desk.takeBack(of)).catch(() => {});
            break;
          }
          case 'fail':
            desk.fail(now.calls);
            break;
          case 'kill':
            desk.kill();
            for (const word of typed)
              if (!TICKETS.some((one) => everywhere(one).includes(word))) typed.delete(word);
            expect([...safe].filter((word) => !typed.has(word))).toEqual([]);
            break;
          case 'settle':
            await desk.settle();
            safe = new Set(typed);
            break;
          default:
            desk[now.do]();
        }
        await turn();
        expectApart();
      }
      for (const one of TICKETS) desk.open(one);
      await desk.settle();
      expectApart();
      for (const one of TICKETS) expect(desk.drafts.get(one) ?? EMPTY).toEqual(desk.open(one).current());
      expect(TICKETS.flatMap(everywhere).sort()).toEqual([...typed].sort());
    }),
    { numRuns: 300 },
  );
});

test('a steady typist is saved while typing, not only at a pause', () => {
  const desk = createDesk();
  const keeper = desk.open(1);
  desk.answer();
  return turn().then(() => {
    keeper.change({ body: 'uma' });
    keeper.change({ body: 'uma frase' });
    desk.time();
    expect(desk.drafts.get(1)?.body).toBe('uma frase');
  });
});
