import { type ChannelFeatures, mayReactWith } from '@balcao/shared/features/connections/channel.ts';
import { Modal, UnstyledButton } from '@mantine/core';
import { useTexts } from '../../kit/use-texts.ts';
import { MORE_REACTIONS, QUICK_REACTIONS } from './emoji.ts';
import classes from './reactions.module.css';

interface Props {
  /** What may be reacted with. */
  features: Pick<ChannelFeatures, 'reactions'>;
  /** The reaction given so far. */
  own: string | undefined;
  onPick: (emoji: string) => void;
  onClose: () => void;
}

export function ReactionPicker({ features, own, onPick, onClose }: Props) {
  const { t } = useTexts();
  const offered = [...QUICK_REACTIONS, ...MORE_REACTIONS].filter((emoji) => mayReactWith(features, emoji));
  return (
    <Modal
      opened
      onClose={onClose}
      size={440}
      title={t('conversation:actions.react')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <div className={classes.grid}>
        {offered.map((emoji) => (
          <UnstyledButton
            key={emoji}
            className={classes.emoji}
            data-own={emoji === own || undefined}
            data-autofocus={emoji === offered[0] || undefined}
            aria-label={t(emoji === own ? 'conversation:unreact' : 'conversation:reactWith', { emoji })}
            onClick={() => onPick(emoji === own ? '' : emoji)}
          >
            {emoji}
          </UnstyledButton>
        ))}
      </div>
    </Modal>
  );
}
