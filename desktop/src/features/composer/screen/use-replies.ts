import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { type RefObject, useEffect } from 'react';
import { useReplyStore } from '../../../renderer/kit/reply-store.ts';
import type { DraftKeeper } from './draft-keeper.ts';

/** A message that the log wants answered becomes part of the draft; one of another contact is none of ours. */
export function useReplies(
  { contactId }: TicketItem,
  keeper: DraftKeeper,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const { replyTo, clear } = useReplyStore();
  useEffect(() => {
    if (replyTo?.contactId !== contactId) return;
    keeper.change({ quotedMsgId: replyTo.id, mode: 'message' });
    clear();
    field.current?.focus();
  }, [contactId, replyTo, clear, keeper, field]);
}
