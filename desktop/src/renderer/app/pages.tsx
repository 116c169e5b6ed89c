import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { IconMessages } from '@tabler/icons-react';
import { page as announcements } from '../../features/announcements/screen/index.ts';
import { page as audit } from '../../features/audit/screen/index.ts';
import { page as campaignSettings } from '../../features/campaign-settings/screen/index.ts';
import { reportPage as campaignReport, page as campaigns } from '../../features/campaigns/screen/index.ts';
import { pageWith as chatsWith } from '../../features/chats/screen/index.ts';
import { page as companiesPage } from '../../features/companies/screen/index.ts';
import { tab as companies } from '../../features/companies/screen/settings-tab.ts';
import { RecorderBar } from '../../features/composer/screen/voice/recorder-bar.tsx';
import { WritingChoices } from '../../features/composer/screen/writing-choices.tsx';
import { page as connections } from '../../features/connections/screen/index.ts';
import { page as contactLists } from '../../features/contact-lists/screen/index.ts';
import { page as contacts } from '../../features/contacts/screen/index.ts';
import { EventRow } from '../../features/conversation/screen/bubble/event-row.tsx';
import { RichText } from '../../features/conversation/screen/bubble/rich-text-view.tsx';
import { dashboardPage, metricsPage, minePage } from '../../features/dashboard/screen/index.ts';
import { page as fileLists } from '../../features/file-lists/screen/index.ts';
import { pageWith as helpsWith, videosPage } from '../../features/helps/screen/index.ts';
import { tab as helpVideos } from '../../features/helps/screen/settings-tab.ts';
import { page as invoices } from '../../features/invoices/screen/index.ts';
import { pageWith as kanbanWith } from '../../features/kanban/screen/index.ts';
import { Gallery } from '../../features/media/screen/gallery.tsx';
import { MessageMedia } from '../../features/media/screen/message-media.tsx';
import { page as messagesApi } from '../../features/messages-api/screen/index.ts';
import { page as outbox } from '../../features/outbox/screen/index.ts';
import { page as payments } from '../../features/payments/screen/index.ts';
import { page as plansPage } from '../../features/plans/screen/index.ts';
import { tab as plans } from '../../features/plans/screen/settings-tab.ts';
import { pageWith as preferencesWith } from '../../features/preferences/screen/index.ts';
import { page as prompts } from '../../features/prompts/screen/index.ts';
import { page as queueIntegrations } from '../../features/queue-integrations/screen/index.ts';
import { pageWith as queuesWith } from '../../features/queues/screen/index.ts';
import { page as quickMessages } from '../../features/quick-messages/screen/index.ts';
import { page as schedules } from '../../features/schedules/screen/index.ts';
import { pageWith as settingsWith } from '../../features/settings/screen/index.ts';
import { page as subscription } from '../../features/subscription/screen/index.ts';
import { page as tags } from '../../features/tags/screen/index.ts';
import { DeskPage } from '../../features/tickets/screen/desk.tsx';
import { PeekPanel } from '../../features/tickets/screen/peek-panel.tsx';
import { page as todolist } from '../../features/todolist/screen/index.ts';
import { page as users } from '../../features/users/screen/index.ts';
import { page as webhooks } from '../../features/webhooks/screen/index.ts';
import { isOpenTo, isRefusedTo, type PageEntry } from '../kit/pages.ts';
import { ShortcutList } from './layout/shortcut-sheet.tsx';

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
