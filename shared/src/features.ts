import type { Feature } from './contract/feature.ts';
import { accounts } from './features/accounts/index.ts';
import { agentHelp } from './features/agent-help/index.ts';
import { aiRequests } from './features/ai-requests/index.ts';
import { announcements } from './features/announcements/index.ts';
import { apiKeys } from './features/api-keys/index.ts';
import { assignment } from './features/assignment/index.ts';
import { assistants } from './features/assistants/index.ts';
import { audit } from './features/audit/index.ts';
import { auth } from './features/auth/index.ts';
import { automations } from './features/automations/index.ts';
import { banRisk } from './features/ban-risk/index.ts';
import { bot } from './features/bot/index.ts';
import { campaignSettings } from './features/campaign-settings/index.ts';
import { campaigns } from './features/campaigns/index.ts';
import { channelNotices } from './features/channel-notices/index.ts';
import { chats } from './features/chats/index.ts';
import { common } from './features/common/index.ts';
import { companies } from './features/companies/index.ts';
import { composer } from './features/composer/index.ts';
import { connections } from './features/connections/index.ts';
import { contactLists } from './features/contact-lists/index.ts';
import { contacts } from './features/contacts/index.ts';
import { conversation } from './features/conversation/index.ts';
import { dashboard } from './features/dashboard/index.ts';
import { dataSubjects } from './features/data-subjects/index.ts';
import { deadlines } from './features/deadlines/index.ts';
import { deliveries } from './features/deliveries/index.ts';
import { evaluations } from './features/evaluations/index.ts';
import { fileLists } from './features/file-lists/index.ts';
import { heldMessages } from './features/held-messages/index.ts';
import { helps } from './features/helps/index.ts';
import { invoiceLinks } from './features/invoice-links/index.ts';
import { invoiceReminders } from './features/invoice-reminders/index.ts';
import { invoices } from './features/invoices/index.ts';
import { kanban } from './features/kanban/index.ts';
import { knowledge } from './features/knowledge/index.ts';
import { macros } from './features/macros/index.ts';
import { media } from './features/media/index.ts';
import { mentions } from './features/mentions/index.ts';
import { messages } from './features/messages/index.ts';
import { messagesApi } from './features/messages-api/index.ts';
import { outbox } from './features/outbox/index.ts';
import { payments } from './features/payments/index.ts';
import { plans } from './features/plans/index.ts';
import { preferences } from './features/preferences/index.ts';
import { privacy } from './features/privacy/index.ts';
import { prompts } from './features/prompts/index.ts';
import { queueIntegrations } from './features/queue-integrations/index.ts';
import { queues } from './features/queues/index.ts';
import { quickMessages } from './features/quick-messages/index.ts';
import { ratings } from './features/ratings/index.ts';
import { reports } from './features/reports/index.ts';
import { responders } from './features/responders/index.ts';
import { retention } from './features/retention/index.ts';
import { schedules } from './features/schedules/index.ts';
import { search } from './features/search/index.ts';
import { settings } from './features/settings/index.ts';
import { storage } from './features/storage/index.ts';
import { subscription } from './features/subscription/index.ts';
import { system } from './features/system/index.ts';
import { tags } from './features/tags/index.ts';
import { ticketList } from './features/ticket-list/index.ts';
import { ticketNotes } from './features/ticket-notes/index.ts';
import { ticketPins } from './features/ticket-pins/index.ts';
import { ticketViews } from './features/ticket-views/index.ts';
import { tickets } from './features/tickets/index.ts';
import { todolist } from './features/todolist/index.ts';
import { updates } from './features/updates/index.ts';
import { users } from './features/users/index.ts';
import { webChat } from './features/web-chat/index.ts';
import { webhooks } from './features/webhooks/index.ts';

/**
 * Every feature, by the name of its texts: entities, commands, errors and permissions derive from this list, calls stand in
 * calls.ts. The audit log's filter offers their objects in this order.
 */
export const FEATURES = {
  common,
  users,
  companies,
  plans,
  settings,
  helps,
  connections,
  queues,
  tags,
  quickMessages,
  knowledge,
  schedules,
  auth,
  contacts,
  tickets,
  conversation,
  media,
  subscription,
  accounts,
  outbox,
  responders,
  prompts,
  queueIntegrations,
  campaigns,
  fileLists,
  campaignSettings,
  contactLists,
  agentHelp,
  aiRequests,
  evaluations,
  announcements,
  dashboard,
  chats,
  invoices,
  messagesApi,
  webChat,
  webhooks,
  apiKeys,
  banRisk,
  bot,
  channelNotices,
  composer,
  deliveries,
  invoiceLinks,
  invoiceReminders,
  kanban,
  mentions,
  messages,
  payments,
  preferences,
  privacy,
  search,
  storage,
  system,
  ticketList,
  ticketNotes,
  ticketPins,
  todolist,
  updates,
  audit,
  ticketViews,
  automations,
  macros,
  heldMessages,
  deadlines,
  ratings,
  assignment,
  assistants,
  reports,
  retention,
  dataSubjects,
};

type Parts<All, K extends keyof Feature> = {
  [F in keyof All]: All[F] extends { [P in K]: infer Part } ? Part : never;
}[keyof All];

type Features = typeof FEATURES;
export type FeatureName = keyof Features;
export const FEATURE_ENTRIES = Object.entries(FEATURES) as [FeatureName, Feature][];

/** What one feature declares; never: nothing of this kind. */
export type Declared<F extends FeatureName, K extends keyof Feature> = Parts<Pick<Features, F>, K>;

/** The names in any of these records. */
export type NamesIn<Records> = Records extends unknown ? keyof Records : never;
/** What is each of these at once. */
export type Intersected<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void
  ? A
  : never;
type Flat<T> = { [N in keyof T]: T[N] };
/** What all features declare under names of their own, as one record. */
export type Merged<K extends keyof Feature> = Flat<Intersected<Declared<FeatureName, K>>>;

export const merged = <K extends 'errors' | 'permissions' | 'marks' | 'commands' | 'bridge' | 'events'>(
  part: K,
): Merged<K> => Object.assign({}, ...FEATURE_ENTRIES.map(([, feature]) => feature[part]));
