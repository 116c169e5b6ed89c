import type { MutationName } from '@balcao/shared/sync/commands.ts';
import type { Icon } from '@tabler/icons-react';
import { aiRequests } from '../../features/ai-requests/screen/index.ts';
import { announcements } from '../../features/announcements/screen/index.ts';
import { assignment } from '../../features/assignment/screen/index.ts';
import { audit } from '../../features/audit/screen/index.ts';
import { auth } from '../../features/auth/screen/index.ts';
import { automations } from '../../features/automations/screen/index.ts';
import { campaignSettings } from '../../features/campaign-settings/screen/index.ts';
import { campaigns } from '../../features/campaigns/screen/index.ts';
import { chats } from '../../features/chats/screen/index.ts';
import { companies } from '../../features/companies/screen/index.ts';
import { composer, composerParts } from '../../features/composer/screen/index.ts';
import { connections } from '../../features/connections/screen/index.ts';
import { contactLists } from '../../features/contact-lists/screen/index.ts';
import { contactParts, contacts } from '../../features/contacts/screen/index.ts';
import { conversation, conversationParts } from '../../features/conversation/screen/index.ts';
import { dashboard } from '../../features/dashboard/screen/index.ts';
import { dataSubjects } from '../../features/data-subjects/screen/index.ts';
import { deadlines } from '../../features/deadlines/screen/index.ts';
import { evaluations } from '../../features/evaluations/screen/index.ts';
import { fileLists } from '../../features/file-lists/screen/index.ts';
import { firstSteps } from '../../features/first-steps/screen/index.ts';
import { heldMessages } from '../../features/held-messages/screen/index.ts';
import { helps } from '../../features/helps/screen/index.ts';
import { invoiceReminders } from '../../features/invoice-reminders/screen/index.ts';
import { invoices } from '../../features/invoices/screen/index.ts';
import { kanban } from '../../features/kanban/screen/index.ts';
import { knowledge } from '../../features/knowledge/screen/index.ts';
import { macroParts, macros } from '../../features/macros/screen/index.ts';
import { media, mediaParts } from '../../features/media/screen/index.ts';
import { mentions } from '../../features/mentions/screen/index.ts';
import { messagesApi } from '../../features/messages-api/screen/index.ts';
import { outbox } from '../../features/outbox/screen/index.ts';
import { payments } from '../../features/payments/screen/index.ts';
import { plans } from '../../features/plans/screen/index.ts';
import { preferenceParts, preferences } from '../../features/preferences/screen/index.ts';
import { privacy } from '../../features/privacy/screen/index.ts';
import { prompts } from '../../features/prompts/screen/index.ts';
import { queueIntegrations } from '../../features/queue-integrations/screen/index.ts';
import { queues } from '../../features/queues/screen/index.ts';
import { quickMessages } from '../../features/quick-messages/screen/index.ts';
import { ratings } from '../../features/ratings/screen/index.ts';
import { reports } from '../../features/reports/screen/index.ts';
import { retention } from '../../features/retention/screen/index.ts';
import { schedules } from '../../features/schedules/screen/index.ts';
import { search } from '../../features/search/screen/index.ts';
import { settings } from '../../features/settings/screen/index.ts';
import { storage } from '../../features/storage/screen/index.ts';
import { subscription } from '../../features/subscription/screen/index.ts';
import { system } from '../../features/system/screen/index.ts';
import { tags } from '../../features/tags/screen/index.ts';
import { ticketList, ticketListParts } from '../../features/ticket-list/screen/index.ts';
import { ticketParts, tickets } from '../../features/tickets/screen/index.ts';
import { todolist } from '../../features/todolist/screen/index.ts';
import { updates } from '../../features/updates/screen/index.ts';
import { users } from '../../features/users/screen/index.ts';
import { webhooks } from '../../features/webhooks/screen/index.ts';
import type { NamedFeature, ScreenFeature } from '../kit/feature.ts';
import { given } from '../kit/given.ts';

const { Composer, RecorderBar, WritingChoices } = composerParts;
const { ContactPanel, LinkContactDialog, ReplyBy } = contactParts;
const { Conversation, PeekedConversation, PeekDialog, WithMedia, RichText, EventRow } = conversationParts;
const { TicketListPanel, StepKeys, TicketMore, ...ticketDialogs } = ticketListParts;

const SHOWN = {
  WithMedia: given(WithMedia, { parts: mediaParts }),
  Peeked: PeekedConversation,
};

const DESK = {
  ...SHOWN,
  List: TicketListPanel,
  StepKeys,
  Conversation,
  menu: { ReplyBy, MacroButton: macroParts.MacroButton, TicketMore },
  Composer,
  ContactPanel,
  overlays: { PeekDialog, LinkContactDialog, ...ticketDialogs },
};

/**
 * What the console shows, and what one feature draws of another. In this order stand the pages in each group of the
 * navigation, the tabs of the settings, the bars above the page, the pieces of the top bar, the commands of the palette and
 * the places of the shortcuts.
 */
const BESIDE_SETTINGS = {
  system,
  companies,
  plans,
  announcements,
  payments,
  tickets: tickets(DESK),
  quickMessages,
  knowledge,
  macros,
  kanban: kanban(given(ticketParts.PeekPanel, SHOWN)),
  todolist,
  contacts,
  schedules,
  tags,
  chats: chats({ ...mediaParts, RichText, RecorderBar }),
  outbox,
  helps,
  auth,
  mentions,
  ticketList,
  conversation,
  composer,
  updates,
  storage,
  preferences: preferences(WritingChoices),
  dashboard,
  ratings,
  reports,
  connections,
  heldMessages,
  campaigns,
  contactLists,
  campaignSettings,
  invoiceReminders,
  fileLists,
  queues: queues({ RichText, MessageMedia: mediaParts.MessageMedia, EventRow }),
  assignment,
  automations,
  deadlines,
  prompts,
  aiRequests,
  evaluations,
  queueIntegrations,
  webhooks,
  media,
  users,
  messagesApi,
  privacy,
  audit,
  dataSubjects,
  retention,
  subscription,
  invoices,
  firstSteps: firstSteps(preferenceParts.NotificationCheck),
  search,
} satisfies Record<string, ScreenFeature>;

export const FEATURES: readonly NamedFeature[] = Object.entries({
  settings: settings(Object.values(BESIDE_SETTINGS)),
  ...BESIDE_SETTINGS,
}).map(([name, feature]) => ({ name, ...feature }));

type IconsOf<F> = F extends { commandIcons: infer Icons } ? keyof Icons : never;
type WithIcon = IconsOf<(typeof BESIDE_SETTINGS)[keyof typeof BESIDE_SETTINGS]>;

/** A command without an icon does not compile: the compiler names it. */
export const COMMAND_ICONS: Record<MutationName, Icon> = iconsOf(FEATURES);

function iconsOf(features: readonly ScreenFeature[]): Record<WithIcon, Icon> {
  return Object.assign({}, ...features.map(({ commandIcons }) => commandIcons));
}
