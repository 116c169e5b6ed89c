import type { Lane } from '@balcao/shared/features/kanban/bridge.ts';
import { MAX_LANES } from '@balcao/shared/features/kanban/limits.ts';
import { orderKanbanTags } from '@balcao/shared/features/tags/calls.ts';
import { useState } from 'react';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** The lanes in the order that this person has just given them; the server's own again when it has come, or refuses. */
export function useLaneOrder(read: Lane[], say: (text: string) => void) {
  const { t } = useTexts();
  const order = useApiCommand(orderKanbanTags);
  const [wanted, setWanted] = useState<{ from: number[]; ids: number[] } | null>(null);
  const ids = read.flatMap(({ tag }) => tag?.id ?? []);
  const isSame = (other: readonly number[]) => other.join() === ids.join();
  // Lanes that came since then are the server's own: in this order, or in that of somebody who was faster.
  const isLate = wanted !== null && !isSame(wanted.from);
  if (isLate) setWanted(null);
  const shown = wanted && !isLate ? wanted.ids : ids;
  const byId = new Map(read.map((lane) => [lane.tag?.id ?? null, lane]));
  const lanes = [null, ...shown].flatMap((id) => byId.get(id) ?? []);

  const place = (tagId: number, index: number) => {
    const others = shown.filter((id) => id !== tagId);
    // The lane at the left of all is none of those that can be moved.
    const at = Math.min(Math.max(index - 1, 0), others.length);
    const next = [...others.slice(0, at), tagId, ...others.slice(at)];
    if (next.join() === shown.join()) return;
    setWanted({ from: ids, ids: next });
    const name = byId.get(tagId)?.tag?.name ?? '';
    say(t('kanban:say.laneMoved', { lane: name, place: at + 1, count: next.length }));
    order.mutateAsync({ body: { tagIds: next.slice(0, MAX_LANES) } }).catch(() => setWanted(null));
  };
  return { lanes, place };
}
