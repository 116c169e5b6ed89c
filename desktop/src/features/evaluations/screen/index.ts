import { IconScale } from '@tabler/icons-react';
import { createElement } from 'react';
import { Redirect } from 'wouter';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage, type PageEntry } from '../../../renderer/kit/pages.ts';

const renderEvaluation = lazyPage(() => import('./evaluation-page.tsx'), 'EvaluationPage');

const shared = {
  title: 'evaluations:title',
  icon: IconScale,
  requires: ['prompts:manage'],
  plan: 'useOpenAi',
} as const satisfies Partial<PageEntry>;

const list: PageEntry = {
  ...shared,
  group: 'channels',
  path: '/evaluations',
  render: lazyPage(() => import('./evaluations-page.tsx'), 'EvaluationsPage'),
};

const opened: PageEntry = {
  ...shared,
  group: null,
  path: '/evaluation',
  detail: 'id',
  render: ({ detail }) =>
    detail ? renderEvaluation({ id: detail }) : createElement(Redirect, { to: '/evaluations' }),
};

export const evaluations = { pages: [list, opened] } satisfies ScreenFeature;
