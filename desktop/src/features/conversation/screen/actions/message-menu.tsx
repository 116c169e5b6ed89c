import type { ChannelFeatures } from '@balcao/shared/features/connections/channel.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import { Menu } from '@mantine/core';
import {
  type Icon,
  IconAlarm,
  IconArrowForwardUp,
  IconBolt,
  IconCopy,
  IconCornerUpLeft,
  IconInfoCircle,
  IconLanguage,
  IconMessageCircle,
  IconMoodSmile,
  IconNote,
  IconPencil,
  IconSquareCheck,
  IconTrash,
} from '@tabler/icons-react';
import { QuickReactions } from '../../../../renderer/components/reactions/quick-reactions.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { ACTIONS, type ActionName } from './actions.ts';
import classes from './message-menu.module.css';

const ICONS: Record<ActionName, Icon> = {
  reply: IconCornerUpLeft,
  react: IconMoodSmile,
  note: IconNote,
  copy: IconCopy,
  translate: IconLanguage,
  saveQuick: IconBolt,
  remember: IconAlarm,
  share: IconMessageCircle,
  forward: IconArrowForwardUp,
  select: IconSquareCheck,
  info: IconInfoCircle,
  edit: IconPencil,
  delete: IconTrash,
};

export interface OpenMenu {
  message: MessageItem;
  /** The position on the screen where it opens. */
  x: number;
  y: number;
}

interface Props {
  open: OpenMenu | null;
  actions: readonly ActionName[];
  /** These are the features of the conversation's channel. */
  features: Pick<ChannelFeatures, 'reactions'>;
  onAction: (name: ActionName) => void;
  onReact: (emoji: string) => void;
  onClose: () => void;
}

/** One menu for all messages of a conversation, which opens beside the chosen one. */
export function MessageMenu({ open, actions, features, onAction, onReact, onClose }: Props) {
  const { t } = useTexts();
  if (!open) return null;
  const own = open.message.reactions.find(({ fromMe }) => fromMe)?.emoji;
  return (
    <Menu
      key={open.message.id}
      opened
      onClose={onClose}
      position="bottom-start"
      width={220}
      shadow="md"
      returnFocus
      // Focuses the first action instead, where the keyboard continues.
      withInitialFocusPlaceholder={false}
      transitionProps={{ duration: 0 }}
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          className={classes.anchor}
          style={{ left: open.x, top: open.y }}
          aria-label={t('conversation:menu')}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={t('conversation:menu')}>
        {actions.includes('react') ? (
          <QuickReactions features={features} own={own} onReact={onReact} />
        ) : null}
        {ACTIONS.filter(({ name }) => actions.includes(name)).map(({ name, key }, index) => {
          const ActionIcon = ICONS[name];
          return (
            <Menu.Item
              key={name}
              data-autofocus={index === 0 || undefined}
              {...(name === 'delete' ? { color: 'red.8' } : {})}
              leftSection={<ActionIcon size={17} stroke={1.7} aria-hidden />}
              rightSection={
                <kbd className={classes.key} aria-hidden>
                  {key.length === 1 ? key.toUpperCase() : 'Del'}
                </kbd>
              }
              onClick={() => onAction(name)}
            >
              {name === 'react' ? t('conversation:moreReactions') : t(`conversation:actions.${name}`)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
