import { noteQuickMessageUse } from '@balcao/shared/features/quick-messages/calls.ts';
import type { QuickMessageRow } from '@balcao/shared/features/quick-messages/row.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { MIN_CHARS, replyBeingTyped } from './typed-reply.ts';
import { insertFilled, type Writing } from './use-completion.ts';

/** The quick reply that a person seems to be typing to a customer. Refused once, it is not offered here again. */
export function useTypedReply({ field, value, variables, onQuickFile }: Writing) {
  const [refused, setRefused] = useState<readonly number[]>([]);
  const isLongEnough = value.length >= MIN_CHARS;
  const { data: messages } = useRows('quickMessage', { enabled: onQuickFile !== undefined && isLongEnough });
  const note = useApiCommand(noteQuickMessageUse, { quiet: true });
  const { fill } = variables;
  const known = useMemo(
    () =>
      (messages ?? [])
        .filter(({ id, status }) => status && !refused.includes(id))
        .map((reply) => ({ reply, folded: fold(fill(reply.message).trim()) })),
    [messages, refused, fill],
  );
  const offered = onQuickFile && isLongEnough ? replyBeingTyped<QuickMessageRow>(known, value) : null;

  const take = ({ id, message, media }: QuickMessageRow) => {
    if (!field.current) return;
    insertFilled(field.current, { from: 0, to: value.length }, fill(message), fill);
    note.mutate({ params: { quickMessageId: id } });
    if (media) onQuickFile?.(id);
  };

  return {
    offered,
    take,
    /** @returns whether the key was for what is offered */
    onKey(event: KeyboardEvent): boolean {
      if (!offered || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false;
      if (event.key === 'Tab') take(offered);
      else if (event.key === 'Escape') setRefused([...refused, offered.id]);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
