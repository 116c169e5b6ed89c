import { IconMessageCircle } from '@tabler/icons-react';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';
import type { ChatParts } from './chat-parts.ts';

const renderPage = lazyPage(() => import('./chats-page.tsx'), 'ChatsPage');

/** @param parts what draws texts and files, which is the desk's */
export const pageWith = (parts: ChatParts): PageEntry => ({
  title: 'chats:title',
  group: 'service',
  path: '/chats',
  detail: 'uuid',
  icon: IconMessageCircle,
  badge: 'unreadChats',
  plan: 'useInternalChat',
  render: ({ user, detail }) => renderPage({ user, openUuid: detail, parts }),
});
