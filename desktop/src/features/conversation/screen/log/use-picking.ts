import { useMemo } from 'react';
import { useReplyStore } from '../../../../renderer/kit/reply-store.ts';

/** The messages of this conversation that are being picked to be forwarded; null while none are. */
export function usePicking(ticketId: number, readOnly: boolean) {
  const selection = useReplyStore((store) => store.selection);
  const toggle = useReplyStore((store) => store.toggle);
  const messages = selection?.ticketId === ticketId && !readOnly ? selection.messages : null;
  const ids = useMemo(() => messages && new Set(messages.map(({ id }) => id)), [messages]);
  return { messages, ids, toggle };
}
