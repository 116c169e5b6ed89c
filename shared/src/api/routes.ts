import * as announcements from './announcements.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as banRisk from './ban-risk.ts';
import * as bot from './bot.ts';
import * as campaignSettings from './campaign-settings.ts';
import * as campaigns from './campaigns.ts';
import * as channelNotices from './channel-notices.ts';
import * as chats from './chats.ts';
import * as companies from './companies.ts';
import * as connections from './connections.ts';
import * as contactImports from './contact-imports.ts';
import * as contactListImports from './contact-list-imports.ts';
import * as contactListItems from './contact-list-items.ts';
import * as contactLists from './contact-lists.ts';
import * as contacts from './contacts.ts';
import { isRoute, type RouteContract } from './contract.ts';
import * as dashboard from './dashboard.ts';
import * as fileLists from './file-lists.ts';
import * as helps from './helps.ts';
import * as invoiceLinks from './invoice-links.ts';
import * as invoiceReminders from './invoice-reminders.ts';
import * as invoices from './invoices.ts';
import * as kanban from './kanban.ts';
import * as media from './media.ts';
import * as mentions from './mentions.ts';
import * as messages from './messages.ts';
import * as messagesApi from './messages-api.ts';
import * as paymentGateway from './payment-gateway.ts';
import * as plans from './plans.ts';
import * as prompts from './prompts.ts';
import * as queueIntegrations from './queue-integrations.ts';
import * as queueOptions from './queue-options.ts';
import * as queues from './queues.ts';
import * as quickMessages from './quick-messages.ts';
import * as schedules from './schedules.ts';
import * as settings from './settings.ts';
import * as system from './system.ts';
import * as tags from './tags.ts';
import * as ticketAnswers from './ticket-answers.ts';
import * as ticketNotes from './ticket-notes.ts';
import * as tickets from './tickets.ts';
import * as updates from './updates.ts';
import * as users from './users.ts';
import * as webhooks from './webhooks.ts';

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
