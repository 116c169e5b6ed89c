import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { type RefObject, useEffect } from 'react';
import { useReplyStore } from '../../../renderer/kit/reply-store.ts';
import type { DraftKeeper } from './draft-keeper.ts';

/**
 * A message that the log wants answered becomes part of the draft, and the words of one that is noted something about
 * begin a note; one of another contact is none of ours.
 */
export function useReplies(
  { contactId }: TicketItem,
  keeper: DraftKeeper,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const { replyTo, noting, clear } = useReplyStore();
  useEffect(() => {
    if (replyTo?.contactId !== contactId) return;
    keeper.change({ quotedMsgId: replyTo.id, mode: 'message' });
    clear();
    field.current?.focus();
  }, [contactId, replyTo, clear, keeper, field]);
  useEffect(() => {
    if (noting?.contactId !== contactId) return;
    const { note } = keeper.current();
    keeper.change({ note: [note.trimEnd(), quoted(noting.words)].filter(Boolean).join('\n'), mode: 'note' });
    clear();
    field.current?.focus();
  }, [contactId, noting, clear, keeper, field]);
}

const MAX_QUOTED = 500;

/** As people quote in a text. */
function quoted(words: string): string {
  const shown = words.length > MAX_QUOTED ? `${words.slice(0, MAX_QUOTED).toWellFormed()}…` : words;
  return `${shown.replaceAll(/^/gm, '> ')}\n`;
}
