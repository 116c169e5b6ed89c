import { IconSitemap } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import type { PhoneParts } from './phone/phone-parts.ts';
import { TryBotCommand } from './try-bot-command.tsx';

const renderPage = lazyPage(() => import('./queues-page.tsx'), 'QueuesPage');

/** @param phone what draws a conversation, which is the desk's */
export const queues = (phone: PhoneParts) =>
  ({
    pages: [
      {
        title: 'queues:title',
        group: 'rules',
        path: '/queues',
        detail: 'try',
        icon: IconSitemap,
        requires: ['queues:manage'],
        render: ({ user, detail }) => renderPage({ user, isTrying: detail === 'try', phone }),
      },
    ],
    PaletteSource: TryBotCommand,
  }) satisfies ScreenFeature;
