import { exportAudit, listAudit, noteDownload } from './audit-log.ts';
import * as agentHelp from './features/agent-help/calls.ts';
import * as aiRequests from './features/ai-requests/calls.ts';
import * as announcements from './features/announcements/calls.ts';
import * as apiKeys from './features/api-keys/calls.ts';
import * as assignment from './features/assignment/calls.ts';
import * as assistants from './features/assistants/calls.ts';
import * as auth from './features/auth/calls.ts';
import * as authOidc from './features/auth/oidc.ts';
import * as authPasskeys from './features/auth/passkeys.ts';
import * as automations from './features/automations/calls.ts';
import * as banRisk from './features/ban-risk/calls.ts';
import * as bot from './features/bot/calls.ts';
import * as campaignSettings from './features/campaign-settings/calls.ts';
import * as campaigns from './features/campaigns/calls.ts';
import * as campaignsUnsubscribe from './features/campaigns/unsubscribe.ts';
import * as channelNotices from './features/channel-notices/calls.ts';
import * as chats from './features/chats/calls.ts';
import * as companies from './features/companies/calls.ts';
import * as connections from './features/connections/calls.ts';
import * as contactLists from './features/contact-lists/calls.ts';
import * as contactListsImports from './features/contact-lists/imports.ts';
import * as contactListsItems from './features/contact-lists/items.ts';
import * as contacts from './features/contacts/calls.ts';
import * as contactsImports from './features/contacts/imports.ts';
import * as dashboard from './features/dashboard/calls.ts';
import * as dataSubjects from './features/data-subjects/calls.ts';
import * as dataSubjectsErasures from './features/data-subjects/erasures.ts';
import * as dataSubjectsExports from './features/data-subjects/exports.ts';
import * as deadlines from './features/deadlines/calls.ts';
import * as evaluations from './features/evaluations/calls.ts';
import * as fileLists from './features/file-lists/calls.ts';
import * as heldMessages from './features/held-messages/calls.ts';
import * as helps from './features/helps/calls.ts';
import * as invoiceLinks from './features/invoice-links/calls.ts';
import * as invoiceReminders from './features/invoice-reminders/calls.ts';
import * as invoices from './features/invoices/calls.ts';
import * as kanban from './features/kanban/calls.ts';
import * as knowledge from './features/knowledge/calls.ts';
import * as knowledgeHelpPage from './features/knowledge/help-page.ts';
import * as knowledgeImport from './features/knowledge/import.ts';
import * as knowledgeUnanswered from './features/knowledge/unanswered.ts';
import * as macros from './features/macros/calls.ts';
import * as media from './features/media/calls.ts';
import * as mentions from './features/mentions/calls.ts';
import * as messages from './features/messages/calls.ts';
import * as messagesDocument from './features/messages/document.ts';
import * as messagesMailPage from './features/messages/mail-page.ts';
import * as messagesApi from './features/messages-api/calls.ts';
import * as payments from './features/payments/calls.ts';
import * as plans from './features/plans/calls.ts';
import * as privacy from './features/privacy/calls.ts';
import * as prompts from './features/prompts/calls.ts';
import * as queueIntegrations from './features/queue-integrations/calls.ts';
import * as queues from './features/queues/calls.ts';
import * as queuesOptions from './features/queues/options.ts';
import * as quickMessages from './features/quick-messages/calls.ts';
import * as ratings from './features/ratings/calls.ts';
import * as reports from './features/reports/calls.ts';
import * as responders from './features/responders/calls.ts';
import * as retention from './features/retention/calls.ts';
import * as schedules from './features/schedules/calls.ts';
import * as settings from './features/settings/calls.ts';
import * as system from './features/system/calls.ts';
import * as tags from './features/tags/calls.ts';
import * as ticketNotes from './features/ticket-notes/calls.ts';
import * as ticketViews from './features/ticket-views/calls.ts';
import * as tickets from './features/tickets/calls.ts';
import * as updates from './features/updates/calls.ts';
import * as users from './features/users/calls.ts';
import * as webChat from './features/web-chat/calls.ts';
import * as webhooks from './features/webhooks/calls.ts';
import type { FeatureName } from './features.ts';

/**
 * The calls of the REST interface, by feature. What else those files export is passed over. They stand apart from the list
 * of features: a screen that starts needs names, permissions and commands of them all, but the contracts of few.
 */
export const CALLS = {
  agentHelp,
  aiRequests,
  announcements,
  apiKeys,
  assignment,
  assistants,
  audit: { listAudit, exportAudit, noteDownload },
  auth: { ...auth, ...authPasskeys, ...authOidc },
  automations,
  banRisk,
  bot,
  campaignSettings,
  campaigns: { ...campaigns, ...campaignsUnsubscribe },
  channelNotices,
  chats,
  companies,
  connections,
  contactLists: { ...contactLists, ...contactListsItems, ...contactListsImports },
  contacts: { ...contacts, ...contactsImports },
  dashboard,
  dataSubjects: { ...dataSubjects, ...dataSubjectsErasures, ...dataSubjectsExports },
  deadlines,
  evaluations,
  fileLists,
  heldMessages,
  helps,
  invoiceLinks,
  invoiceReminders,
  invoices,
  kanban,
  knowledge: { ...knowledge, ...knowledgeHelpPage, ...knowledgeImport, ...knowledgeUnanswered },
  macros,
  media,
  mentions,
  messages: { ...messages, ...messagesDocument, ...messagesMailPage },
  messagesApi,
  payments,
  plans,
  privacy,
  prompts,
  queueIntegrations,
  queues: { ...queues, ...queuesOptions },
  quickMessages,
  ratings,
  reports,
  responders,
  retention,
  schedules,
  settings,
  system,
  tags,
  ticketNotes,
  ticketViews,
  tickets,
  updates,
  users,
  webChat,
  webhooks,
} as const satisfies Partial<Record<FeatureName, Readonly<Record<string, unknown>>>>;
