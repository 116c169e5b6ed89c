import { describe, expect, it } from 'vitest';
import { disk, openCorePlace, rows } from '../../core/testing/core-place.ts';

const place = openCorePlace();
const { start, signIn } = place;

const lane = (id: number, kanbanOrder: number | null) => ({
  id,
  name: `Coluna ${id}`,
  color: '#0c8599',
  kanban: 1 as const,
  kanbanOrder,
});
const START = { search: '', filter: { all: true, queueIds: [], tagIds: [], userIds: [] } };

describe('the board of a console', () => {
  it('has every ticket under way in one lane, and cards move without a network', async () => {
    place.server.sync.rows = [
      ...rows(),
      { entity: 'tag', rows: [lane(4, null), lane(5, 2), lane(6, 1), { ...lane(7, 0), kanban: 0 }] },
    ];
    const kept = disk();
    const first = await signIn(kept);
    const board = async ({ screen } = first) => {
      const { lanes } = await screen.invoke('kanban.board', START);
      return lanes.map(({ tag, ids }) => [tag?.id ?? null, ids]);
    };
    const [open] = await board();
    const ids = open?.[1] as number[];
    expect(await board()).toEqual([
      [null, ids],
      [6, []],
      [5, []],
      [4, []],
    ]);
    const { ids: waiting } = await first.screen.invoke('tickets.list', { status: 'pending', limit: 1 });
    const { ids: own } = await first.screen.invoke('tickets.list', { status: 'open', limit: 1 });
    expect(ids.toSorted()).toEqual([...waiting, ...own].toSorted());
    await first.stop();
    await place.server.close();

    const second = await start(kept);
    const [moved = 0] = own;
    const move = { ticketId: moved, tagId: 5, from: null };
    await second.screen.invoke('kanban.move', move);
    const rest = ids.filter((id) => id !== moved);
    expect(await board(second)).toEqual([
      [null, rest],
      [6, []],
      [5, [moved]],
      [4, []],
    ]);
    // What it carries besides its lane decides in which it is found.
    await second.screen.invoke('tickets.setTags', { ticketId: moved, tagIds: [5, 6, 7], before: [5] });
    const tagged = { ...START, filter: { ...START.filter, tagIds: [7] } };
    const { lanes } = await second.screen.invoke('kanban.board', tagged);
    expect(lanes.map(({ ids }) => ids)).toEqual([[], [moved], [], []]);
  });
});
