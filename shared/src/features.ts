import { accounts } from './features/accounts.ts';
import { announcements } from './features/announcements.ts';
import { auth } from './features/auth.ts';
import { campaignSettings } from './features/campaign-settings.ts';
import { campaigns } from './features/campaigns.ts';
import { chats } from './features/chats.ts';
import { common } from './features/common.ts';
import { companies } from './features/companies.ts';
import { connections } from './features/connections.ts';
import { contactLists } from './features/contact-lists.ts';
import { contacts } from './features/contacts.ts';
import { conversation } from './features/conversation.ts';
import { dashboard } from './features/dashboard.ts';
import { fileLists } from './features/file-lists.ts';
import { helps } from './features/helps.ts';
import { invoices } from './features/invoices.ts';
import { media } from './features/media.ts';
import { messagesApi } from './features/messages-api.ts';
import { minds } from './features/minds.ts';
import { outbox } from './features/outbox.ts';
import { plans } from './features/plans.ts';
import { prompts } from './features/prompts.ts';
import { queueIntegrations } from './features/queue-integrations.ts';
import { queues } from './features/queues.ts';
import { quickMessages } from './features/quick-messages.ts';
import { schedules } from './features/schedules.ts';
import { settings } from './features/settings.ts';
import { subscription } from './features/subscription.ts';
import { tags } from './features/tags.ts';
import { tickets } from './features/tickets.ts';
import { users } from './features/users.ts';
import { webhooks } from './features/webhooks.ts';

/** Every feature, by the namespace of its texts. The audit log's filter offers their objects in this order. */
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
  schedules,
  auth,
  contacts,
  tickets,
  conversation,
  media,
  subscription,
  accounts,
  outbox,
  minds,
  prompts,
  queueIntegrations,
  campaigns,
  fileLists,
  campaignSettings,
  contactLists,
  announcements,
  dashboard,
  chats,
  invoices,
  messagesApi,
  webhooks,
};

export type FeatureName = keyof typeof FEATURES;
