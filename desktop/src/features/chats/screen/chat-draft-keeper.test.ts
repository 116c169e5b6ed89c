import type { ChatDraft } from '@balcao/shared/features/chats/bridge.ts';
import { expect, test } from 'vitest';
import { createChatDraftKeeper } from './chat-draft-keeper.ts';

const said = (body: string): ChatDraft => ({ body, files: [] });

/** A core that keeps one draft, and a clock that is moved by hand. */
function open(stored: ChatDraft = said('')) {
  const core = { draft: stored, isAway: false, saves: 0 };
  let due: (() => void)[] = [];
  const keeper = createChatDraftKeeper({
    load: async () => {
      if (core.isAway) throw new Error('away');
      return core.draft;
    },
    save: async (draft) => {
      core.saves += 1;
      if (core.isAway) throw new Error('away');
      core.draft = draft;
    },
    after: (_ms, work) => void due.push(work),
  });
  const pass = async () => {
    const now = due;
    due = [];
    for (const work of now) work();
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return { core, keeper, pass };
}

test('what was begun is there again, and what is typed before it is known goes behind it', async () => {
  const { core, keeper, pass } = open(said('Bom '));
  keeper.change({ body: 'dia' });
  await pass();
  expect([keeper.current().body, core.draft.body]).toEqual(['Bom dia', 'Bom dia']);
});

test('a core that is away gets it when it is back, however much is written meanwhile', async () => {
  const { core, keeper, pass } = open();
  await pass();
  core.isAway = true;
  keeper.change({ body: 'a' });
  await pass();
  keeper.change({ body: 'ab' });
  await pass();
  core.isAway = false;
  await pass();
  expect([keeper.current().body, core.draft.body]).toEqual(['ab', 'ab']);
});

test('while it is sent nothing is saved, and what is refused comes back before what was written since', async () => {
  const { core, keeper, pass } = open();
  await pass();
  keeper.change({ body: 'recusada' });
  await pass();
  const { promise, resolve } = Promise.withResolvers<ChatDraft>();
  const sent = keeper.send(() => promise);
  keeper.change({ body: 'nova' });
  const saves = core.saves;
  await pass();
  expect([core.saves, core.draft.body]).toEqual([saves, 'recusada']);
  resolve(said('recusada'));
  await sent;
  await pass();
  expect([keeper.current().body, core.draft.body]).toEqual(['recusada\nnova', 'recusada\nnova']);
});

test('what another window writes is shown where nobody types', async () => {
  const { core, keeper, pass } = open();
  await pass();
  core.draft = said('de lá');
  keeper.look();
  await pass();
  expect(keeper.current().body).toBe('de lá');
  keeper.change({ body: 'daqui' });
  core.draft = said('outra');
  keeper.look();
  await pass();
  expect(core.draft.body).toBe('daqui');
});
