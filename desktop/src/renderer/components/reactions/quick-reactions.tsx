import { type ChannelFeatures, mayReactWith } from '@balcao/shared/features/connections/channel.ts';
import { UnstyledButton } from '@mantine/core';
import { useTexts } from '../../kit/use-texts.ts';
import { QUICK_REACTIONS } from './emoji.ts';
import classes from './reactions.module.css';

interface Props {
  /** What may be reacted with. */
  features: Pick<ChannelFeatures, 'reactions'>;
  /** The reaction given so far. */
  own: string | undefined;
  /** Empty: it is taken back. */
  onReact(emoji: string): void;
}

/** The reactions that are offered first, on top of a message's menu. */
export function QuickReactions({ features, own, onReact }: Props) {
  const { t } = useTexts();
  return (
    <div className={classes.quick}>
      {QUICK_REACTIONS.filter((emoji) => mayReactWith(features, emoji)).map((emoji) => (
        <UnstyledButton
          key={emoji}
          role="menuitem"
          className={classes.reaction}
          data-own={emoji === own || undefined}
          aria-label={t(emoji === own ? 'conversation:unreact' : 'conversation:reactWith', { emoji })}
          onClick={() => onReact(emoji === own ? '' : emoji)}
        >
          {emoji}
        </UnstyledButton>
      ))}
    </div>
  );
}
