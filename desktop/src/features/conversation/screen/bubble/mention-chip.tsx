import { useEffect } from 'react';
import { useBridgeCommand, useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useWindowFocus } from '../../../../renderer/kit/use-window-focus.ts';
import classes from './mention-chip.module.css';

interface Props {
  messageId: string;
  userId: number;
  /** As it was written, with its `@`. */
  text: string;
}

/** A colleague's name in a note. One's own stands out, and counts as read once the person looks at it. */
export function MentionChip({ messageId, userId, text }: Props) {
  const { data: session } = useBridgeQuery('session.get', null);
  const { mutate: read } = useBridgeCommand('mentions.read', { quiet: true });
  const looking = useWindowFocus();
  const isOwn = session?.user?.id === userId;
  useEffect(() => {
    if (isOwn && looking) read({ messageId });
  }, [isOwn, looking, messageId, read]);
  return (
    <span className={classes.mention} data-own={isOwn || undefined}>
      {text}
    </span>
  );
}
