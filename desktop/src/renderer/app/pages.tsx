import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { IconMessages } from '@tabler/icons-react';
import { page as announcements } from '../features/announcements/page.ts';
import { page as audit } from '../features/audit/page.ts';
import { page as campaignSettings } from '../features/campaign-settings/page.ts';
import { reportPage as campaignReport, page as campaigns } from '../features/campaigns/page.ts';
import { pageWith as chatsWith } from '../features/chats/page.ts';
import { page as companiesPage } from '../features/companies/page.ts';
import { tab as companies } from '../features/companies/settings-tab.ts';
import { RecorderBar } from '../features/composer/voice/recorder-bar.tsx';
import { WritingChoices } from '../features/composer/writing-choices.tsx';
import { page as connections } from '../features/connections/page.ts';
import { page as contactLists } from '../features/contact-lists/page.ts';
import { page as contacts } from '../features/contacts/page.ts';
import { EventRow } from '../features/conversation/bubble/event-row.tsx';
import { RichText } from '../features/conversation/bubble/rich-text-view.tsx';
import { dashboardPage, metricsPage, minePage } from '../features/dashboard/pages.ts';
import { page as fileLists } from '../features/file-lists/page.ts';
import { pageWith as helpsWith, videosPage } from '../features/helps/page.ts';
import { tab as helpVideos } from '../features/helps/settings-tab.ts';
import { page as invoices } from '../features/invoices/page.ts';
import { pageWith as kanbanWith } from '../features/kanban/page.ts';
import { Gallery } from '../features/media/gallery.tsx';
import { MessageMedia } from '../features/media/message-media.tsx';
import { page as messagesApi } from '../features/messages-api/page.ts';
import { page as outbox } from '../features/outbox/page.ts';
import { page as payments } from '../features/payments/page.ts';
import { page as plansPage } from '../features/plans/page.ts';
import { tab as plans } from '../features/plans/settings-tab.ts';
import { pageWith as preferencesWith } from '../features/preferences/page.ts';
import { page as prompts } from '../features/prompts/page.ts';
import { page as queueIntegrations } from '../features/queue-integrations/page.ts';
import { pageWith as queuesWith } from '../features/queues/page.ts';
import { page as quickMessages } from '../features/quick-messages/page.ts';
import { page as schedules } from '../features/schedules/page.ts';
import { pageWith as settingsWith } from '../features/settings/page.ts';
import { page as subscription } from '../features/subscription/page.ts';
import { page as tags } from '../features/tags/page.ts';
import { page as todolist } from '../features/todolist/page.ts';
import { page as users } from '../features/users/page.ts';
import { page as webhooks } from '../features/webhooks/page.ts';
import { isOpenTo, isRefusedTo, type PageEntry } from '../kit/pages.ts';
import { DeskPage } from './desk.tsx';
import { ShortcutList } from './layout/shortcut-sheet.tsx';
import { PeekPanel } from './peek-panel.tsx';

/** Made of several features, and there from the start. */
const tickets: PageEntry = {
  title: 'tickets:title',
  group: 'service',
  path: '/tickets',
  detail: 'uuid',
  icon: IconMessages,
  render: ({ user, detail }) => <DeskPage user={user} openUuid={detail} />,
};

/** The drawer, top to bottom. */
const PAGES: readonly PageEntry[] = [
  tickets,
  quickMessages,
  kanbanWith(PeekPanel),
  todolist,
  contacts,
  schedules,
  tags,
  chatsWith({ RichText, MessageMedia, Gallery, RecorderBar }),
  outbox,
  helpsWith(<ShortcutList />),
  dashboardPage,
  metricsPage,
  campaigns,
  contactLists,
  campaignSettings,
  campaignReport,
  connections,
  fileLists,
  queuesWith({ RichText, MessageMedia, EventRow }),
  prompts,
  queueIntegrations,
  webhooks,
  users,
  messagesApi,
  audit,
  subscription,
  invoices,
  settingsWith([companies, plans, helpVideos]),
  companiesPage,
  plansPage,
  announcements,
  payments,
  videosPage,
  preferencesWith(<WritingChoices />),
  minePage,
];

/** The pages this user may open: routes, drawer and palette all show exactly these. */
export const pagesOf = (user: SessionUser): PageEntry[] => PAGES.filter((page) => isOpenTo(user, page));

/** Pages whose addresses tell this user that the company may not open them. */
export const pagesRefusedTo = (user: SessionUser): PageEntry[] =>
  user.overdueSince ? [] : PAGES.filter((page) => isRefusedTo(user, page));

/** Pages that exist but not for this person: their addresses lead to the tickets. */
export const isKnownPath = (path: string) =>
  PAGES.some((page) => path === page.path || path.startsWith(`${page.path}/`));
