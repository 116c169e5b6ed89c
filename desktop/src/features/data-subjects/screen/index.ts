import { IconUserShield } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';

const renderSearch = lazyPage(() => import('./search-page.tsx'), 'SearchPage');
const renderFile = lazyPage(() => import('./file-page.tsx'), 'FilePage');

export const dataSubjects = {
  pages: [
    {
      title: 'dataSubjects:title',
      group: 'administration',
      path: '/data-subjects',
      /** Of whom: see `subject-path.ts`. */
      detail: 'subject',
      icon: IconUserShield,
      requires: ['dataSubjects:manage'],
      render: ({ detail }) => (detail ? renderFile({ subject: detail }) : renderSearch({})),
    },
  ],
} satisfies ScreenFeature;
