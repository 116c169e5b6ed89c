import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { type Action, can, type PlanFlag } from '@balcao/shared/permissions.ts';
import {
  type Icon,
  IconChecklist,
  IconCreditCard,
  IconHelp,
  IconHistory,
  IconMessages,
  IconPlugConnected,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AuditPage } from '../features/audit/audit-page.tsx';
import { CompaniesTab } from '../features/companies/companies-tab.tsx';
import { ConnectionsPage } from '../features/connections/connections-page.tsx';
import { HelpsPage } from '../features/helps/helps-page.tsx';
import { HelpsTab } from '../features/helps/helps-tab.tsx';
import { PlansTab } from '../features/plans/plans-tab.tsx';
import { OptionsTab } from '../features/settings/options-tab.tsx';
import { SchedulesTab } from '../features/settings/schedules-tab.tsx';
import { SettingsPage, type SettingsTab } from '../features/settings/settings-page.tsx';
import { SubscriptionPage } from '../features/subscription/subscription-page.tsx';
import { TicketsPage } from '../features/tickets/tickets-page.tsx';
import { TodoPage } from '../features/todolist/todo-page.tsx';
import { UsersPage } from '../features/users/users-page.tsx';

/** A page of somebody who is signed in: where it is, who may see it, and where the drawer shows it. */
export interface PageEntry {
  key: 'tickets' | 'todolist' | 'helps' | 'connections' | 'users' | 'audit' | 'subscription' | 'settings';
  group: 'service' | 'administration';
  path: string;
  /** What may follow the path in an address. */
  detail?: string;
  icon: Icon;
  /** Without it everybody sees the page. */
  requires?: Action;
  /** The part of the product that the company's plan must include. */
  plan?: PlanFlag;
  /** A warning that the item carries. */
  badge?: 'connectionProblem';
  render: (user: SessionUser, detail: string | null) => ReactNode;
}

/** The drawer, top to bottom. Specification document 1, section 2, "Layout". */
const PAGES: readonly PageEntry[] = [
  {
    key: 'tickets',
    group: 'service',
    path: '/tickets',
    detail: 'uuid',
    icon: IconMessages,
    render: (user, uuid) => <TicketsPage user={user} openUuid={uuid} />,
  },
  {
    key: 'todolist',
    group: 'service',
    path: '/todolist',
    icon: IconChecklist,
    render: () => <TodoPage />,
  },
  { key: 'helps', group: 'service', path: '/helps', icon: IconHelp, render: () => <HelpsPage /> },
  {
    key: 'connections',
    group: 'administration',
    path: '/connections',
    icon: IconPlugConnected,
    requires: 'connections:manage',
    badge: 'connectionProblem',
    render: () => <ConnectionsPage />,
  },
  {
    key: 'users',
    group: 'administration',
    path: '/users',
    icon: IconUsers,
    requires: 'users:manage',
    render: (user) => <UsersPage user={user} />,
  },
  {
    key: 'audit',
    group: 'administration',
    path: '/audit',
    icon: IconHistory,
    requires: 'audit:view',
    render: () => <AuditPage />,
  },
  {
    key: 'subscription',
    group: 'administration',
    path: '/subscription',
    icon: IconCreditCard,
    requires: 'subscription:view',
    render: (user) => <SubscriptionPage user={user} />,
  },
  {
    key: 'settings',
    group: 'administration',
    path: '/settings',
    detail: 'tab',
    icon: IconSettings,
    requires: 'settings:manage',
    render: (user, tab) => <SettingsPage tabs={settingsTabs(user)} open={tab} />,
  },
];

/** What this person may open: routes, drawer and palette all show exactly these. */
export function pagesOf(user: SessionUser): PageEntry[] {
  return PAGES.filter(
    ({ requires, plan }) =>
      (!requires || can(user, requires)) && (!plan || user.company.plan?.[plan] !== false),
  );
}

/** Pages that exist but not for this person: their addresses lead to the tickets. */
export const isKnownPath = (path: string) =>
  PAGES.some((page) => path === page.path || path.startsWith(`${page.path}/`));

/** Schedules only when the company's own hours count (specification document 2, section 2, "Settings screen"). */
function settingsTabs(user: SessionUser): SettingsTab[] {
  const ownHours = user.company.settings.some(
    ({ key, value }) => key === 'scheduleType' && value === 'company',
  );
  return [
    { key: 'options', content: <OptionsTab user={user} /> },
    ...(ownHours ? [{ key: 'schedules', content: <SchedulesTab user={user} /> } as const] : []),
    ...(can(user, 'companies:manage') ? [{ key: 'companies', content: <CompaniesTab /> } as const] : []),
    ...(can(user, 'plans:manage') ? [{ key: 'plans', content: <PlansTab /> } as const] : []),
    ...(can(user, 'helps:manage') ? [{ key: 'helps', content: <HelpsTab /> } as const] : []),
  ];
}
