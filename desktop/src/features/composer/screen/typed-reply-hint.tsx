import type { QuickMessageRow } from '@balcao/shared/features/quick-messages/row.ts';
import { IconBolt } from '@tabler/icons-react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './typed-reply-hint.module.css';

interface Props {
  id: string;
  reply: QuickMessageRow;
  /** The text with the variables of this conversation. */
  preview(text: string): string;
  onTake(): void;
}

/** Lies over the end of the conversation, which keeps its place. The text keeps the focus. */
export function TypedReplyHint({ id, reply, preview, onTake }: Props) {
  const { t } = useTexts();
  return (
    <button
      id={id}
      type="button"
      tabIndex={-1}
      className={classes.root}
      title={t('composer:quick.take', { name: reply.shortcode })}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onTake}
    >
      <IconBolt size={15} stroke={1.8} aria-hidden />
      <span className={classes.name}>/{reply.shortcode}</span>
      <span className={classes.text}>{preview(reply.message)}</span>
      <kbd className={classes.key}>Tab</kbd>
    </button>
  );
}
