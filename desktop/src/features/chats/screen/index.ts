import { IconEye, IconMessageCircle, IconMoodSmile, IconPencil, IconTrash } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import type { ChatParts } from './chat-parts.ts';
import { ChatsPopover } from './chats-popover.tsx';
import { ColleagueCommands } from './colleague-commands.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { UnreadChatsBadge } from './unread-chats-badge.tsx';

const renderPage = lazyPage(() => import('./chats-page.tsx'), 'ChatsPage');

/** @param parts what draws texts and files, which is the desk's */
export const chats = (parts: ChatParts) =>
  ({
    pages: [
      {
        title: 'chats:title',
        group: 'service',
        path: '/chats',
        offline: true,
        detail: 'uuid',
        icon: IconMessageCircle,
        Badge: UnreadChatsBadge,
        plan: 'useInternalChat',
        render: ({ user, detail }) => renderPage({ user, openUuid: detail, parts }),
      },
    ],
    TopBar: ChatsPopover,
    Dialog: ShareDialog,
    PaletteSource: ColleagueCommands,
    commandIcons: {
      'chat.send': IconMessageCircle,
      'chat.edit': IconPencil,
      'chat.delete': IconTrash,
      'chat.react': IconMoodSmile,
      'chat.read': IconEye,
    },
  }) satisfies ScreenFeature;
