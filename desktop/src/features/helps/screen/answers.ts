import type { PlanFlag } from '@balcao/shared/contract/roles.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { type Action, can } from '@balcao/shared/permissions.ts';
import type { Namespaces } from '@balcao/shared/texts.ts';
import { isShownTo } from '../../../renderer/kit/pages.ts';

interface Answer {
  key: keyof Namespaces['helps']['answers'];
  /** The page that it speaks of, and who may open that. Without its part of the plan there is nothing to answer. */
  page: {
    path: string;
    title:
      | 'announcements:title'
      | 'assignment:title'
      | 'automations:title'
      | 'campaigns:title'
      | 'chats:title'
      | 'connections:title'
      | 'contacts:title'
      | 'dashboard:title'
      | 'dataSubjects:title'
      | 'deadlines:title'
      | 'invoices:title'
      | 'kanban:title'
      | 'knowledge:title'
      | 'macros:title'
      | 'messagesApi:title'
      | 'outbox:title'
      | 'payments:title'
      | 'preferences:title'
      | 'privacy:title'
      | 'queues:title'
      | 'quickMessages:title'
      | 'ratings:title'
      | 'reports:title'
      | 'settings:title'
      | 'system:title'
      | 'tickets:title'
      | 'users:title'
      | 'webhooks:title';
    requires?: Action;
    plan?: PlanFlag;
  };
  /** An answer is of no use to whoever may not open the page. */
  restricted?: true;
}

/** The questions of the first days, in the order in which they come up. They ship with the product. */
const ANSWERS: readonly Answer[] = [
  {
    key: 'connect',
    page: { path: '/connections', title: 'connections:title', requires: 'connections:manage' },
  },
  {
    key: 'cloud',
    page: { path: '/connections', title: 'connections:title', requires: 'connections:manage' },
  },
  {
    key: 'templates',
    page: { path: '/connections', title: 'connections:title', requires: 'connections:manage' },
  },
  {
    key: 'telegram',
    page: { path: '/connections', title: 'connections:title', requires: 'connections:manage' },
  },
  {
    key: 'hub',
    page: { path: '/connections', title: 'connections:title', requires: 'connections:manage' },
  },
  {
    key: 'mail',
    page: { path: '/connections', title: 'connections:title', requires: 'connections:manage' },
  },
  {
    key: 'webChat',
    page: { path: '/connections', title: 'connections:title', requires: 'connections:manage' },
  },
  { key: 'answer', page: { path: '/tickets', title: 'tickets:title' } },
  {
    key: 'import',
    page: { path: '/contacts', title: 'contacts:title', requires: 'contacts-page:view' },
  },
  { key: 'linked', page: { path: '/tickets', title: 'tickets:title' } },
  { key: 'faster', page: { path: '/quick-messages', title: 'quickMessages:title' } },
  { key: 'knowledge', page: { path: '/knowledge', title: 'knowledge:title' } },
  { key: 'macros', page: { path: '/macros', title: 'macros:title' } },
  {
    key: 'rules',
    page: { path: '/automations', title: 'automations:title', requires: 'automations:manage' },
  },
  {
    key: 'deadlines',
    page: { path: '/deadlines', title: 'deadlines:title', requires: 'deadlines:manage' },
  },
  { key: 'views', page: { path: '/tickets', title: 'tickets:title' } },
  { key: 'colleague', page: { path: '/tickets', title: 'tickets:title' } },
  {
    key: 'assignment',
    page: { path: '/team-load', title: 'assignment:title', requires: 'assignment:manage' },
  },
  {
    key: 'invite',
    page: { path: '/users', title: 'users:title', requires: 'users:manage' },
    restricted: true,
  },
  {
    key: 'people',
    page: { path: '/users', title: 'users:title', requires: 'users:manage' },
    restricted: true,
  },
  { key: 'passkey', page: { path: '/preferences', title: 'preferences:title' } },
  {
    key: 'companyAccount',
    page: {
      path: '/settings/company-account',
      title: 'settings:title',
      requires: 'settings:manage',
    },
    restricted: true,
  },
  { key: 'chat', page: { path: '/chats', title: 'chats:title', plan: 'useInternalChat' } },
  { key: 'board', page: { path: '/kanban', title: 'kanban:title', plan: 'useKanban' } },
  { key: 'bot', page: { path: '/queues', title: 'queues:title', requires: 'queues:manage' } },
  {
    key: 'campaigns',
    page: {
      path: '/campaigns',
      title: 'campaigns:title',
      requires: 'campaigns:manage',
      plan: 'useCampaigns',
    },
  },
  {
    key: 'privacy',
    page: { path: '/settings/privacy', title: 'privacy:title', requires: 'settings:manage' },
  },
  { key: 'document', page: { path: '/tickets', title: 'tickets:title' } },
  {
    key: 'dataSubject',
    page: { path: '/data-subjects', title: 'dataSubjects:title', requires: 'dataSubjects:manage' },
  },
  {
    key: 'referral',
    page: { path: '/', title: 'dashboard:title', requires: 'dashboard:view' },
  },
  { key: 'reports', page: { path: '/reports', title: 'reports:title', requires: 'dashboard:view' } },
  { key: 'dashboard', page: { path: '/', title: 'dashboard:title', requires: 'dashboard:view' } },
  { key: 'ratings', page: { path: '/ratings', title: 'ratings:title', requires: 'ratings:view' } },
  {
    key: 'programs',
    page: {
      path: '/messages-api',
      title: 'messagesApi:title',
      requires: 'connections:manage',
      plan: 'useExternalApi',
    },
  },
  {
    key: 'webhooks',
    page: {
      path: '/webhooks',
      title: 'webhooks:title',
      requires: 'webhooks:manage',
      plan: 'useExternalApi',
    },
  },
  {
    key: 'pay',
    page: { path: '/financeiro', title: 'invoices:title', requires: 'subscription:view' },
    restricted: true,
  },
  {
    key: 'health',
    page: { path: '/health', title: 'system:title', requires: 'health:view' },
    restricted: true,
  },
  {
    key: 'paid',
    page: { path: '/payments', title: 'payments:title', requires: 'payments:manage' },
    restricted: true,
  },
  { key: 'offline', page: { path: '/outbox', title: 'outbox:title' } },
  { key: 'notifications', page: { path: '/preferences/notifications', title: 'preferences:title' } },
  {
    key: 'announcements',
    page: { path: '/announcements', title: 'announcements:title', requires: 'announcements:manage' },
  },
];

export const answersFor = (user: SessionUser): Answer[] =>
  ANSWERS.filter(
    ({ page: { plan, requires }, restricted }) =>
      (!plan || isShownTo(user, { plan })) && (!restricted || !requires || can(user, requires)),
  );

/** The address of the help page with this answer open. */
export const answerPath = ({ key }: Answer) => `/helps/${key}`;
