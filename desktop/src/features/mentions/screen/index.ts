import { IconAt } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { MentionsCommand } from './mentions-command.tsx';
import { NotificationsPopover } from './notifications-popover.tsx';

export const mentions = {
  TopBar: NotificationsPopover,
  PaletteSource: MentionsCommand,
  commandIcons: { 'mention.read': IconAt },
} satisfies ScreenFeature;
