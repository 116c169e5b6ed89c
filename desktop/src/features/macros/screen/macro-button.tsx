import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { ActionIcon } from '@mantine/core';
import { IconPlaylistAdd } from '@tabler/icons-react';
import { mayActOn } from '../../../renderer/components/ticket/may-act-on.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { useMacroPick } from '../../../renderer/kit/macro-store.ts';
import { useNarrow } from '../../../renderer/kit/use-narrow.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** In the head of a conversation. Where that is narrow, the menu beside it has the same. */
export function MacroButton({ user, ticket }: ForUser & { ticket: TicketItem }) {
  const { t } = useTexts();
  const narrow = useNarrow();
  const ask = useMacroPick((pick) => pick.ask);
  if (narrow || !mayActOn(ticket, user)) return null;
  return (
    <ActionIcon aria-label={t('macros:use')} title={t('macros:use')} onClick={() => ask(ticket)}>
      <IconPlaylistAdd size={19} stroke={1.7} />
    </ActionIcon>
  );
}
