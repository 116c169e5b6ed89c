import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { type Action, can, type PlanFlag } from '@balcao/shared/permissions.ts';
import {
  type Icon,
  IconAddressBook,
  IconAdjustments,
  IconBolt,
  IconCalendarTime,
  IconChecklist,
  IconCloudUpload,
  IconCreditCard,
  IconHelp,
  IconHistory,
  IconMessages,
  IconPlugConnected,
  IconSettings,
  IconSitemap,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import { lazy, type ReactNode } from 'react';
import { WritingChoices } from '../features/composer/writing-choices.tsx';
import type { SettingsTab } from '../features/settings/settings-page.tsx';
import { Desk } from './desk.tsx';

/** Administration is loaded when it is first opened: the desk starts without it. */
const AuditPage = lazy(async () => ({
  default: (await import('../features/audit/audit-page.tsx')).AuditPage,
}));
const CompaniesTab = lazy(async () => ({
  default: (await import('../features/companies/companies-tab.tsx')).CompaniesTab,
}));
const ContactsPage = lazy(async () => ({
  default: (await import('../features/contacts/contacts-page.tsx')).ContactsPage,
}));
const ConnectionsPage = lazy(async () => ({
  default: (await import('../features/connections/connections-page.tsx')).ConnectionsPage,
}));
const HelpsPage = lazy(async () => ({
  default: (await import('../features/helps/helps-page.tsx')).HelpsPage,
}));
const HelpsTab = lazy(async () => ({ default: (await import('../features/helps/helps-tab.tsx')).HelpsTab }));
const OutboxPage = lazy(async () => ({
  default: (await import('../features/outbox/outbox-page.tsx')).OutboxPage,
}));
const PlansTab = lazy(async () => ({ default: (await import('../features/plans/plans-tab.tsx')).PlansTab }));
const OptionsTab = lazy(async () => ({
  default: (await import('../features/settings/options-tab.tsx')).OptionsTab,
}));
const PreferencesPage = lazy(async () => ({
  default: (await import('../features/preferences/preferences-page.tsx')).PreferencesPage,
}));
const QueuesPage = lazy(async () => ({
  default: (await import('../features/queues/queues-page.tsx')).QueuesPage,
}));
const QuickMessagesPage = lazy(async () => ({
  default: (await import('../features/quick-messages/quick-messages-page.tsx')).QuickMessagesPage,
}));
const SchedulesPage = lazy(async () => ({
  default: (await import('../features/schedules/schedules-page.tsx')).SchedulesPage,
}));
const SchedulesTab = lazy(async () => ({
  default: (await import('../features/settings/schedules-tab.tsx')).SchedulesTab,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('../features/settings/settings-page.tsx')).SettingsPage,
}));
const SubscriptionPage = lazy(async () => ({
  default: (await import('../features/subscription/subscription-page.tsx')).SubscriptionPage,
}));
const TagsPage = lazy(async () => ({ default: (await import('../features/tags/tags-page.tsx')).TagsPage }));
const TodoPage = lazy(async () => ({
  default: (await import('../features/todolist/todo-page.tsx')).TodoPage,
}));
const UsersPage = lazy(async () => ({
  default: (await import('../features/users/users-page.tsx')).UsersPage,
}));

/** A page of somebody who is signed in: where it is, who may see it, and where the drawer shows it. */
export interface PageEntry {
  key:
    | 'tickets'
    | 'contacts'
    | 'quickMessages'
    | 'schedules'
    | 'tags'
    | 'queues'
    | 'todolist'
    | 'outbox'
    | 'helps'
    | 'connections'
    | 'users'
    | 'audit'
    | 'subscription'
    | 'settings'
    | 'preferences';
  /** The personal ones stand in the profile menu. */
  group: 'service' | 'administration' | 'personal';
  path: string;
  /** What may follow the path in an address. */
  detail?: string;
  icon: Icon;
  /** One of them is enough; without any everybody sees the page. */
  requires?: readonly Action[];
  /** The part of the product that the company's plan must include. */
  plan?: PlanFlag;
  /** A warning that the item carries. */
  badge?: 'connectionProblem' | 'outboxProblem';
  render: (user: SessionUser, detail: string | null) => ReactNode;
}

/** The drawer, top to bottom. */
const PAGES: readonly PageEntry[] = [
  {
    key: 'tickets',
    group: 'service',
    path: '/tickets',
    detail: 'uuid',
    icon: IconMessages,
    render: (user, uuid) => <Desk user={user} openUuid={uuid} />,
  },
  {
    key: 'quickMessages',
    group: 'service',
    path: '/quick-messages',
    icon: IconBolt,
    render: (user) => <QuickMessagesPage user={user} />,
  },
  {
    key: 'todolist',
    group: 'service',
    path: '/todolist',
    icon: IconChecklist,
    render: () => <TodoPage />,
  },
  {
    key: 'contacts',
    group: 'service',
    path: '/contacts',
    icon: IconAddressBook,
    requires: ['contacts-page:view'],
    render: (user) => <ContactsPage user={user} />,
  },
  {
    key: 'schedules',
    group: 'service',
    path: '/schedules',
    icon: IconCalendarTime,
    plan: 'useSchedules',
    render: (user) => <SchedulesPage user={user} />,
  },
  {
    key: 'tags',
    group: 'service',
    path: '/tags',
    icon: IconTags,
    render: (user) => <TagsPage user={user} />,
  },
  {
    key: 'outbox',
    group: 'service',
    path: '/outbox',
    icon: IconCloudUpload,
    badge: 'outboxProblem',
    render: () => <OutboxPage />,
  },
  { key: 'helps', group: 'service', path: '/helps', icon: IconHelp, render: () => <HelpsPage /> },
  {
    key: 'connections',
    group: 'administration',
    path: '/connections',
    icon: IconPlugConnected,
    requires: ['connections:manage'],
    badge: 'connectionProblem',
    render: () => <ConnectionsPage />,
  },
  {
    key: 'queues',
    group: 'administration',
    path: '/queues',
    icon: IconSitemap,
    requires: ['queues:manage'],
    render: (user) => <QueuesPage user={user} />,
  },
  {
    key: 'users',
    group: 'administration',
    path: '/users',
    icon: IconUsers,
    requires: ['users:manage'],
    render: (user) => <UsersPage user={user} />,
  },
  {
    key: 'audit',
    group: 'administration',
    path: '/audit',
    icon: IconHistory,
    requires: ['audit:view'],
    render: () => <AuditPage />,
  },
  {
    key: 'subscription',
    group: 'administration',
    path: '/subscription',
    icon: IconCreditCard,
    requires: ['subscription:view'],
    render: (user) => <SubscriptionPage user={user} />,
  },
  {
    key: 'settings',
    group: 'administration',
    path: '/settings',
    detail: 'tab',
    icon: IconSettings,
    // Operators who are no admins have their own tabs there.
    requires: ['settings:service', 'companies:manage', 'plans:manage', 'helps:manage'],
    render: (user, tab) => <SettingsPage tabs={settingsTabs(user)} open={tab} />,
  },
  {
    key: 'preferences',
    group: 'personal',
    path: '/preferences',
    detail: 'tab',
    icon: IconAdjustments,
    render: (_user, tab) => <PreferencesPage open={tab} writing={<WritingChoices />} />,
  },
];

/** What this person may open: routes, drawer and palette all show exactly these. */
export function pagesOf(user: SessionUser): PageEntry[] {
  return PAGES.filter(
    ({ requires, plan }) =>
      (!requires || requires.some((action) => can(user, action))) &&
      (!plan || user.company.plan?.[plan] === true),
  );
}

/** Pages that exist but not for this person: their addresses lead to the tickets. */
export const isKnownPath = (path: string) =>
  PAGES.some((page) => path === page.path || path.startsWith(`${page.path}/`));

/** The tab of business hours is shown only while the company's own hours count. */
function settingsTabs(user: SessionUser): SettingsTab[] {
  const own = can(user, 'settings:service');
  const ownHours =
    own && user.company.settings.some(({ key, value }) => key === 'scheduleType' && value === 'company');
  return [
    ...(own ? [{ key: 'options', content: <OptionsTab user={user} /> } as const] : []),
    ...(ownHours ? [{ key: 'schedules', content: <SchedulesTab user={user} /> } as const] : []),
    ...(can(user, 'companies:manage') ? [{ key: 'companies', content: <CompaniesTab /> } as const] : []),
    ...(can(user, 'plans:manage') ? [{ key: 'plans', content: <PlansTab /> } as const] : []),
    ...(can(user, 'helps:manage') ? [{ key: 'helps', content: <HelpsTab /> } as const] : []),
  ];
}
