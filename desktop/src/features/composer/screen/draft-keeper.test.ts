import type { Draft } from '@balcao/shared/features/composer/bridge.ts';
import { isSameDraft } from '@balcao/shared/features/composer/draft.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts';

/**
 * One or two windows. Texts are words that name their ticket and are never used twice, so that it can be said of each word where it is:
 * typing, switching, sending and failures in any order, answered by the core at any moment.
 */
const TICKETS = [1, 2, 3];

type Step =
  | { do: 'type'; words: number }
  | { do: 'open'; ticket: number }
  | { do: 'window' }
  | { do: 'send' | 'takeBack' | 'answer' | 'time' | 'kill' | 'settle' }
  | { do: 'fail' | 'lose'; calls: number };

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
  { weight: 3, arbitrary: fc.record({ do: fc.constant('window' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('fail', 'lose' as const),
      calls: fc.integer({ min: 1, max: 4 }),
    }),
  },
) as fc.Arbitrary<Step>;

type DraftChange = Record<'base' | 'draft', Draft>;

const UNANSWERED = 'nobody answered';

const EMPTY: Draft = { body: '', note: '', mode: 'message', quotedMsgId: null, mail: null, files: [] };

/**
 * A core that executes calls at once and answers when the test wants: calls arrive in their order, and each
 * window receives a change before its author gets the answer.
 */
function createDesk() {
  const drafts = new Map<number, Draft>();
  const held = new Map<number, string>();
  const given = new Set<number>();
  const answers: (() => void)[] = [];
  const timers = new Set<() => void>();
  const keepers = new Map<string, DraftKeeper>();
  let failing = 0;
  let losing = 0;
  let generation = 0;

  function ask<T>(work: () => T): Promise<T> {
    const born = generation;
    if (failing > 0) {
      failing--;
      return Promise.reject(new Error('the core is away'));
    }
    const value = work();
    if (losing > 0) {
      losing--;
      return Promise.reject(new Error(UNANSWERED));
    }
    return new Promise((resolve) => answers.push(() => born === generation && resolve(value)));
  }

  const draftOf = (ticket: number) => drafts.get(ticket) ?? EMPTY;

  function keep(ticket: number, draft: Draft): void {
    drafts.set(ticket, draft);
    const hearing = [...keepers.values()];
    answers.push(() => {
      for (const keeper of hearing) keeper.look();
    });
  }

  function changed(ticket: number, { base, draft }: DraftChange, also = () => {}): Draft | null {
    if (!isSameDraft(draftOf(ticket), base)) return draftOf(ticket);
    also();
    keep(ticket, draft);
    return null;
  }

  const keeperOf = (ticket: number): DraftKeeper => {
    const born = generation;
    return createDraftKeeper({
      load: () => ask(() => draftOf(ticket)),
      save: (change) => ask(() => changed(ticket, change)),
      after(_ms, work) {
        const timer = () => born === generation && work();
        timers.add(timer);
        return () => timers.delete(timer);
      },
    });
  };

  return {
    held,
    drafts,
    open(ticket: number, window = 0): DraftKeeper {
      const keeper = keepers.get(`${ticket} ${window}`) ?? keeperOf(ticket);
      keepers.set(`${ticket} ${window}`, keeper);
      return keeper;
    },
    /** Repeated under its id until it is answered. */
    async send(ticket: number, id: number, body: string, change: DraftChange): Promise<Draft | null> {
      for (;;) {
        const answer = ask(() => {
          if (given.has(id)) return null;
          return changed(ticket, change, () => {
            given.add(id);
            held.set(ticket, [held.get(ticket), body].filter(Boolean).join('\n'));
          });
        });
        const result = await answer.catch((error: Error) => {
          if (error.message !== UNANSWERED) throw error;
        });
        if (result !== undefined) return result;
      }
    },
    takeBack: (ticket: number) =>
      ask(() => {
        const draft = draftOf(ticket);
        const back = { ...draft, body: [held.get(ticket), draft.body].filter(Boolean).join('\n') };
        held.delete(ticket);
        keep(ticket, back);
        return back;
      }),
    fail(calls: number) {
      failing = calls;
    },
    lose(calls: number) {
      losing = calls;
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
      losing = 0;
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

test.each([1, 2])(
  'with %i windows a draft reaches no other ticket, and no word is lost or sent twice, in whatever order things happen',
  async (windows) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const desk = createDesk();
        const typed = new Set<string>();
        /** The core had all of it before a crash. */
        let safe = new Set<string>();
        let ticket = 1;
        let window = 0;
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
          const keeper = desk.open(ticket, window);
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
            case 'window':
              window = (window + 1) % windows;
              break;
            case 'send': {
              const to = ticket;
              const id = next++;
              if (keeper.current().body === '') break;
              keeper
                .send(
                  'message',
                  ({ body }) =>
                    (change) =>
                      desk.send(to, id, body, change),
                )
                .catch(() => {});
              break;
            }
            case 'takeBack': {
              const of = ticket;
              keeper.replace(() => desk.takeBack(of)).catch(() => {});
              break;
            }
            case 'fail':
            case 'lose':
              desk[now.do](now.calls);
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
        const all = TICKETS.flatMap((one) =>
          Array.from({ length: windows }, (_, window) => ({ one, window })),
        );
        for (const { one, window } of all) desk.open(one, window);
        await desk.settle();
        expectApart();
        for (const { one, window } of all)
          expect(desk.drafts.get(one)?.body ?? '').toBe(desk.open(one, window).current().body);
        // A text sent from one window while another window edited it stays there as a whole.
        const found = TICKETS.flatMap(everywhere);
        expect((windows === 1 ? found : [...new Set(found)]).sort()).toEqual([...typed].sort());
      }),
      { numRuns: 300 },
    );
  },
);

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

test('a message whose answer was lost is sent once, and not there again', async () => {
  const desk = createDesk();
  const keeper = desk.open(1);
  keeper.change({ body: 'uma vez' });
  await desk.settle();
  desk.lose(2);
  void keeper.send(
    'message',
    ({ body }) =>
      (change) =>
        desk.send(1, 7, body, change),
  );
  // Until the core has it, it is in sight.
  expect(keeper.leaving().map(({ draft }) => draft.body)).toEqual(['uma vez']);
  await desk.settle();
  expect(keeper.leaving()).toEqual([]);
  expect([desk.held.get(1), desk.drafts.get(1)?.body, keeper.current().body]).toEqual(['uma vez', '', '']);
});

test('what is sent in one window leaves the other, unless it was written on there', async () => {
  const desk = createDesk();
  const [here, there] = [desk.open(1, 0), desk.open(1, 1)];
  const send = (id: number) =>
    here
      .send(
        'message',
        ({ body }) =>
          (change) =>
            desk.send(1, id, body, change),
      )
      .catch(() => {});
  here.change({ body: 'Bom dia', quotedMsgId: 'm1' });
  await desk.settle();
  expect(there.current()).toMatchObject({ body: 'Bom dia', quotedMsgId: 'm1' });
  void send(1);
  await desk.settle();
  expect(there.current()).toEqual(EMPTY);
  here.change({ body: 'Até' });
  await desk.settle();
  void send(2);
  there.change({ body: 'Até amanhã' });
  await desk.settle();
  expect([desk.held.get(1), here.current().body, there.current().body]).toEqual([
    'Bom dia\nAté',
    'Até amanhã',
    'Até amanhã',
  ]);
});

test('what was sent is taken back while a file is on its way, which joins it later', async () => {
  const desk = createDesk();
  const keeper = desk.open(1);
  desk.held.set(1, 'Bom dia');
  const file = {
    mediaId: 'm1',
    caption: '',
    name: '',
    mime: '',
    size: 1,
    seconds: null,
    waveform: null,
    url: '',
  };
  const arrival = Promise.withResolvers<void>();
  void keeper.receive(arrival.promise);
  keeper.change({ body: 'Ana' });
  void keeper.replace(() => desk.takeBack(1));
  await desk.settle();
  expect([desk.held.get(1), keeper.current().body, keeper.isSaved()]).toEqual([
    undefined,
    'Bom dia\nAna',
    false,
  ]);
  keeper.change({ files: [file] });
  arrival.resolve();
  await desk.settle();
  expect(desk.drafts.get(1)).toMatchObject({ body: 'Bom dia\nAna', files: [file] });
  await keeper.replace(() => Promise.resolve(null));
  expect(keeper.current()).toMatchObject({ body: 'Bom dia\nAna', files: [file] });
});
