import { common } from './contract/common-errors.ts';
import { accounts } from './features/accounts/index.ts';
import { announcements } from './features/announcements/index.ts';
import { auth } from './features/auth/index.ts';
import { campaignSettings } from './features/campaign-settings/index.ts';
import { campaigns } from './features/campaigns/index.ts';
import { chats } from './features/chats/index.ts';
import { companies } from './features/companies/index.ts';
import { connections } from './features/connections/index.ts';
import { contactLists } from './features/contact-lists/index.ts';
import { contacts } from './features/contacts/index.ts';
import { conversation } from './features/conversation/index.ts';
import { dashboard } from './features/dashboard/index.ts';
import { fileLists } from './features/file-lists/index.ts';
import { helps } from './features/helps/index.ts';
import { invoices } from './features/invoices/index.ts';
import { media } from './features/media/index.ts';
import { messagesApi } from './features/messages-api/index.ts';
import { minds } from './features/minds/index.ts';
import { outbox } from './features/outbox/index.ts';
import { plans } from './features/plans/index.ts';
import { prompts } from './features/prompts/index.ts';
import { queueIntegrations } from './features/queue-integrations/index.ts';
import { queues } from './features/queues/index.ts';
import { quickMessages } from './features/quick-messages/index.ts';
import { schedules } from './features/schedules/index.ts';
import { settings } from './features/settings/index.ts';
import { subscription } from './features/subscription/index.ts';
import { tags } from './features/tags/index.ts';
import { tickets } from './features/tickets/index.ts';
import { users } from './features/users/index.ts';
import { webhooks } from './features/webhooks/index.ts';

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
