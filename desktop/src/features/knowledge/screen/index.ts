import { IconBook2 } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { ArticleCommands } from './article-commands.tsx';

const renderPage = lazyPage(() => import('./knowledge-page.tsx'), 'KnowledgePage');

export const knowledge = {
  pages: [
    {
      title: 'knowledge:title',
      group: 'service',
      path: '/knowledge',
      offline: true,
      detail: 'articleId',
      icon: IconBook2,
      render: ({ user, detail }) => renderPage({ user, open: detail }),
    },
  ],
  PaletteSource: ArticleCommands,
} satisfies ScreenFeature;
