import { createTag } from '@balcao/shared/features/tags/calls.ts';
import { MAX_TAGS, TAG_NAME } from '@balcao/shared/features/tags/limits.ts';
import { PALETTE } from '@balcao/shared/features/tags/palette.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { useState } from 'react';
import { useUndo } from '../../../../renderer/components/ticket/use-undo.tsx';
import { useApiCommand } from '../../../../renderer/kit/api-query.ts';
import { useBridgeCommand, useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useSelection } from '../bulk/selection-store.ts';
import { useBulk } from '../bulk/use-bulk.ts';
import type { Choices } from './choice-list.tsx';

/** Tags of one ticket, which each choice puts or takes away at once; of several, a tag is put where it is missing. */
export function useTagChoices(tickets: readonly TicketItem[], onDone: () => void): Choices {
  const { t } = useTexts();
  const { data: tags = [] } = useRows('tag');
  const { data: status } = useBridgeQuery('sync.status', null);
  const create = useApiCommand(createTag);
  // Several may follow one another before the list of tickets is read again.
  const [carried, setCarried] = useState<Carried>(
    () => new Map(tickets.map(({ id, tagIds }) => [id, tagIds])),
  );
  const change = useTagChange(tickets);
  const [only] = tickets;
  const isOne = tickets.length === 1;

  const isOn = (tagId: number) => {
    const having = [...carried.values()].filter((tagIds) => tagIds.includes(tagId)).length;
    return having === carried.size || (having > 0 && 'some');
  };
  const toggle = (tagId: number, name: string) => {
    const put = isOn(tagId) !== true;
    const next = new Map([...carried].map(([id, tagIds]) => [id, withTag(tagIds, tagId, put)]));
    setCarried(next);
    change(carried, next, t(put ? 'tickets:tagging.put' : 'tickets:tagging.taken', { name }));
  };
  const isFull = (tagId: number) =>
    [...carried.values()].some((tagIds) => tagIds.length >= MAX_TAGS && !tagIds.includes(tagId));

  return {
    title: isOne
      ? t('tickets:tagging.title', { name: only ? displayName(only.contact) : '' })
      : t('tickets:tagging.titleMany', { count: tickets.length }),
    placeholder: t(status?.layer ? 'tickets:tagging.searchOnly' : 'tickets:tagging.search'),
    empty: t(status?.layer ? 'common:noResults' : 'tickets:tagging.none'),
    multiple: true,
    groups: [
      {
        label: null,
        choices: tags.map(({ id, name, color }) => ({
          key: String(id),
          label: name,
          color,
          isOn: isOn(id),
          disabled: isFull(id),
        })),
      },
    ],
    choose(key, byKey) {
      const tag = tags.find(({ id }) => String(id) === key);
      if (tag) toggle(tag.id, tag.name);
      if (byKey || !isOne) onDone();
    },
    // A new one is made at the server.
    ...(status?.layer
      ? {}
      : {
          create: {
            fits: (name) => name.length >= TAG_NAME.min && name.length <= TAG_NAME.max,
            label: (name) => t('tickets:tagging.create', { name }),
            make: (name) => {
              create.mutateAsync({ body: { name, color: freshColor(tags.map(({ color }) => color)) } }).then(
                (tag) => toggle(tag.id, tag.name),
                () => {},
              );
              onDone();
            },
          },
        }),
  };
}

type Carried = ReadonlyMap<number, readonly number[]>;

const withTag = (tagIds: readonly number[], tagId: number, put: boolean): number[] =>
  put ? [...new Set([...tagIds, tagId])] : tagIds.filter((id) => id !== tagId);

/** Strides through the hues, so that neighbours differ; the first that no tag has yet. */
const STRIDE = 11;
function freshColor(taken: readonly string[]): string {
  const inOrder = PALETTE.map((_, index) => PALETTE[(START + STRIDE * index) % PALETTE.length] ?? PALETTE[0]);
  return (
    inOrder.find((color) => !taken.includes(color)) ?? inOrder[taken.length % inOrder.length] ?? PALETTE[0]
  );
}
/** The colour that the form for a new tag proposes. */
const START = 27;

/** Stores the tags of each ticket that has others now, and offers the way back. */
function useTagChange(tickets: readonly TicketItem[]) {
  const { mutateAsync: setTags } = useBridgeCommand('tickets.setTags');
  const startBulk = useBulk((bulk) => bulk.start);
  const offerUndo = useUndo();
  return (from: Carried, to: Carried, text: string) => {
    const store = async (before: Carried, after: Carried) => {
      const changed = tickets.filter(({ id }) => before.get(id)?.length !== after.get(id)?.length);
      const save = ({ id }: TicketItem) =>
        setTags({ ticketId: id, tagIds: [...(after.get(id) ?? [])], before: [...(before.get(id) ?? [])] });
      const [only] = changed;
      if (tickets.length > 1) {
        useSelection.getState().clear();
        await startBulk('tag', changed, save);
      } else if (only) await save(only);
    };
    store(from, to).then(
      () => offerUndo(text, () => store(to, from)),
      () => {},
    );
  };
}
