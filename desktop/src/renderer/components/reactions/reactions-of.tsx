import { UnstyledButton } from '@mantine/core';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './reactions.module.css';

interface Props {
  reactions: readonly { emoji: string; by: string }[];
  /** On which side its message stands. */
  side: 'in' | 'out';
  onOpen(): void;
}

/** What people have reacted to a message, at its lower edge: equal ones together, the oldest first. */
export function ReactionsOf({ reactions, side, onOpen }: Props) {
  const { t } = useTexts();
  const counts = new Map<string, number>();
  for (const { emoji } of reactions) counts.set(emoji, (counts.get(emoji) ?? 0) + 1);
  const list = reactions.map(({ emoji, by }) => `${emoji} ${by}`).join(', ');
  return (
    <UnstyledButton
      className={classes.of}
      data-side={side}
      title={list}
      aria-label={t('conversation:reactionsOf', { list })}
      onClick={onOpen}
    >
      {[...counts].map(([emoji, count]) => (
        <span key={emoji}>
          {emoji}
          {count > 1 ? <small>{count}</small> : null}
        </span>
      ))}
    </UnstyledButton>
  );
}
