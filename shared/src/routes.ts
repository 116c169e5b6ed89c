import { isRoute, type RouteContract } from './contract/call.ts';
import * as announcements from './features/announcements/calls.ts';
import * as apiKeys from './features/api-keys/calls.ts';
import * as audit from './features/audit/calls.ts';
import * as auth from './features/auth/calls.ts';
import * as banRisk from './features/ban-risk/calls.ts';
import * as bot from './features/bot/calls.ts';
import * as campaignSettings from './features/campaign-settings/calls.ts';
import * as campaigns from './features/campaigns/calls.ts';
import * as channelNotices from './features/channel-notices/calls.ts';
import * as chats from './features/chats/calls.ts';
import * as companies from './features/companies/calls.ts';
import * as connections from './features/connections/calls.ts';
import * as contactLists from './features/contact-lists/calls.ts';
import * as contactListImports from './features/contact-lists/imports.ts';
import * as contactListItems from './features/contact-lists/items.ts';
import * as contacts from './features/contacts/calls.ts';
import * as contactImports from './features/contacts/imports.ts';
import * as dashboard from './features/dashboard/calls.ts';
import * as fileLists from './features/file-lists/calls.ts';
import * as helps from './features/helps/calls.ts';
import * as invoiceLinks from './features/invoice-links/calls.ts';
import * as invoiceReminders from './features/invoice-reminders/calls.ts';
import * as invoices from './features/invoices/calls.ts';
import * as kanban from './features/kanban/calls.ts';
import * as media from './features/media/calls.ts';
import * as mentions from './features/mentions/calls.ts';
import * as messages from './features/messages/calls.ts';
import * as messagesApi from './features/messages-api/calls.ts';
import * as ticketAnswers from './features/minds/calls.ts';
import * as paymentGateway from './features/payments/calls.ts';
import * as plans from './features/plans/calls.ts';
import * as prompts from './features/prompts/calls.ts';
import * as queueIntegrations from './features/queue-integrations/calls.ts';
import * as queues from './features/queues/calls.ts';
import * as queueOptions from './features/queues/options.ts';
import * as quickMessages from './features/quick-messages/calls.ts';
import * as schedules from './features/schedules/calls.ts';
import * as settings from './features/settings/calls.ts';
import * as system from './features/system/calls.ts';
import * as tags from './features/tags/calls.ts';
import * as ticketNotes from './features/ticket-notes/calls.ts';
import * as tickets from './features/tickets/calls.ts';
import * as updates from './features/updates/calls.ts';
import * as users from './features/users/calls.ts';
import * as webhooks from './features/webhooks/calls.ts';

/** What each area declares, under the name of its file. */
export const AREAS = {
  announcements,
  apiKeys,
  audit,
  auth,
  banRisk,
  bot,
  companies,
  connections,
  contactImports,
  contacts,
  helps,
  kanban,
  media,
  mentions,
  messages,
  messagesApi,
  plans,
  queueOptions,
  queues,
  quickMessages,
  schedules,
  settings,
  system,
  tags,
  ticketNotes,
  ticketAnswers,
  tickets,
  updates,
  users,
  prompts,
  queueIntegrations,
  campaigns,
  fileLists,
  campaignSettings,
  contactLists,
  contactListItems,
  contactListImports,
  dashboard,
  chats,
  invoiceLinks,
  invoiceReminders,
  invoices,
  webhooks,
  paymentGateway,
  channelNotices,
};

/** A call, with the names that it and its area have here. */
export interface NamedRoute {
  area: string;
  name: string;
  contract: RouteContract;
}

export const NAMED_ROUTES: readonly NamedRoute[] = Object.entries(AREAS).flatMap(([area, calls]) =>
  Object.entries(calls).flatMap(([name, contract]) => (isRoute(contract) ? [{ area, name, contract }] : [])),
);

/** Every call of the REST interface: code that needs all of them imports this. */
export const ROUTES: readonly RouteContract[] = NAMED_ROUTES.map(({ contract }) => contract);
