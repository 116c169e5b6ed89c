import { agentHelpModule } from './modules/agent-help/agent-help.module.ts';
import { aiRequestsModule } from './modules/ai-requests/ai-requests.module.ts';
import { announcementsModule } from './modules/announcements/announcements.module.ts';
import { apiKeysModule } from './modules/api-keys/api-keys.module.ts';
import { assignmentModule } from './modules/assignment/assignment.module.ts';
import { assistantsModule } from './modules/assistants/assistants.module.ts';
import { auditModule } from './modules/audit/audit.module.ts';
import { authModule } from './modules/auth/auth.module.ts';
import { automationsModule } from './modules/automations/automations.module.ts';
import { banRiskModule } from './modules/ban-risk/ban-risk.module.ts';
import { botModule } from './modules/bot/bot.module.ts';
import { campaignSettingsModule } from './modules/campaign-settings/campaign-settings.module.ts';
import { campaignsModule } from './modules/campaigns/campaigns.module.ts';
import { channelNoticesModule } from './modules/channel-notices/channel-notices.module.ts';
import { chatScriptModule } from './modules/chat-script/chat-script.module.ts';
import { chatsModule } from './modules/chats/chats.module.ts';
import { companiesModule } from './modules/companies/companies.module.ts';
import { connectionsModule } from './modules/connections/connections.module.ts';
import { contactListsModule } from './modules/contact-lists/contact-lists.module.ts';
import { contactsModule } from './modules/contacts/contacts.module.ts';
import { conversationDocumentsModule } from './modules/conversation-documents/conversation-documents.module.ts';
import { dashboardModule } from './modules/dashboard/dashboard.module.ts';
import { dataExportsModule } from './modules/data-exports/data-exports.module.ts';
import { dataSubjectsModule } from './modules/data-subjects/data-subjects.module.ts';
import { deadlinesModule } from './modules/deadlines/deadlines.module.ts';
import { evaluationsModule } from './modules/evaluations/evaluations.module.ts';
import { fileListsModule } from './modules/file-lists/file-lists.module.ts';
import { heldMessagesModule } from './modules/held-messages/held-messages.module.ts';
import { helpsModule } from './modules/helps/helps.module.ts';
import { importsModule } from './modules/imports/imports.module.ts';
import { invoiceLinksModule } from './modules/invoice-links/invoice-links.module.ts';
import { invoiceRemindersModule } from './modules/invoice-reminders/invoice-reminders.module.ts';
import { invoicesModule } from './modules/invoices/invoices.module.ts';
import { knowledgeModule } from './modules/knowledge/knowledge.module.ts';
import { macrosModule } from './modules/macros/macros.module.ts';
import { mailPagesModule } from './modules/mail-pages/mail-pages.module.ts';
import { mediaModule } from './modules/media/media.module.ts';
import { mentionsModule } from './modules/mentions/mentions.module.ts';
import { messageTemplatesModule } from './modules/message-templates/message-templates.module.ts';
import { messagesModule } from './modules/messages/messages.module.ts';
import { messagesApiModule } from './modules/messages-api/messages-api.module.ts';
import { oidcModule } from './modules/oidc/oidc.module.ts';
import { openApiModule } from './modules/openapi/openapi.module.ts';
import { passkeysModule } from './modules/passkeys/passkeys.module.ts';
import { paymentGatewayModule } from './modules/payment-gateway/payment-gateway.module.ts';
import { paymentSettingsModule } from './modules/payment-settings/payment-settings.module.ts';
import { plansModule } from './modules/plans/plans.module.ts';
import { privacyModule } from './modules/privacy/privacy.module.ts';
import { promptsModule } from './modules/prompts/prompts.module.ts';
import { queueIntegrationsModule } from './modules/queue-integrations/queue-integrations.module.ts';
import { queuesModule } from './modules/queues/queues.module.ts';
import { quickMessagesModule } from './modules/quick-messages/quick-messages.module.ts';
import { ratingsModule } from './modules/ratings/ratings.module.ts';
import { reportsModule } from './modules/reports/reports.module.ts';
import { respondersModule } from './modules/responders/responders.module.ts';
import { retentionModule } from './modules/retention/retention.module.ts';
import { schedulesModule } from './modules/schedules/schedules.module.ts';
import { settingsModule } from './modules/settings/settings.module.ts';
import { systemModule } from './modules/system/system.module.ts';
import { tagsModule } from './modules/tags/tags.module.ts';
import { ticketListModule } from './modules/ticket-list/ticket-list.module.ts';
import { ticketNotesModule } from './modules/ticket-notes/ticket-notes.module.ts';
import { ticketPinsModule } from './modules/ticket-pins/ticket-pins.module.ts';
import { ticketRulesModule } from './modules/ticket-rules/ticket-rules.module.ts';
import { ticketViewsModule } from './modules/ticket-views/ticket-views.module.ts';
import { ticketsModule } from './modules/tickets/tickets.module.ts';
import { unsubscribeModule } from './modules/unsubscribe/unsubscribe.module.ts';
import { updatesModule } from './modules/updates/updates.module.ts';
import { usersModule } from './modules/users/users.module.ts';
import { webChatModule } from './modules/web-chat/web-chat.module.ts';
import { webhooksModule } from './modules/webhooks/webhooks.module.ts';
import type { Module, Parts } from './parts.ts';
import type { ProveGrant } from './platform/http/token-proof.ts';
import type { Commands } from './sync/commands.ts';

/** Every module, as the application, the feed and the commands of consoles get it. */
export const MODULES = [
  apiKeysModule,
  auditModule,
  authModule,
  banRiskModule,
  botModule,
  companiesModule,
  connectionsModule,
  contactsModule,
  heldMessagesModule,
  helpsModule,
  importsModule,
  mailPagesModule,
  mediaModule,
  mentionsModule,
  respondersModule,
  messageTemplatesModule,
  messagesModule,
  conversationDocumentsModule,
  messagesApiModule,
  plansModule,
  queuesModule,
  quickMessagesModule,
  knowledgeModule,
  schedulesModule,
  settingsModule,
  systemModule,
  tagsModule,
  ticketListModule,
  ticketNotesModule,
  ticketPinsModule,
  ticketRulesModule,
  ticketsModule,
  updatesModule,
  usersModule,
  promptsModule,
  queueIntegrationsModule,
  fileListsModule,
  campaignSettingsModule,
  contactListsModule,
  campaignsModule,
  unsubscribeModule,
  channelNoticesModule,
  agentHelpModule,
  aiRequestsModule,
  evaluationsModule,
  announcementsModule,
  dashboardModule,
  chatScriptModule,
  chatsModule,
  invoicesModule,
  invoiceLinksModule,
  invoiceRemindersModule,
  paymentSettingsModule,
  passkeysModule,
  oidcModule,
  paymentGatewayModule,
  webChatModule,
  webhooksModule,
  openApiModule,
  ticketViewsModule,
  automationsModule,
  macrosModule,
  deadlinesModule,
  ratingsModule,
  assignmentModule,
  assistantsModule,
  reportsModule,
  privacyModule,
  retentionModule,
  dataSubjectsModule,
  dataExportsModule,
] as const;

type AllOf<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer A) => void ? A : never;
type Listed = (typeof MODULES)[number];
type CommandsIn = ReturnType<Extract<Listed, { commands: object }>['commands']>;

/** What consoles may command. A command that no module carries out does not compile. */
export const commandsOf = (parts: Parts): Commands =>
  Object.assign({}, ...MODULES.map((module: Module) => module.commands?.(parts))) as AllOf<CommandsIn>;

type Prover = NonNullable<NonNullable<Module['grants']>[keyof ProveGrant]>;
type GrantName = keyof AllOf<Extract<Listed, { grants: object }>['grants']>;

/** Who proves each kind of a program's token. */
export function grantsOf({ db, clock }: Parts): ProveGrant {
  const provers = MODULES.flatMap(({ grants = {} }: Module) => Object.entries<Prover>(grants));
  return Object.fromEntries(
    provers.map(([name, prove]) => [name, (token: string) => prove(db, token, clock())]),
  ) as Pick<ProveGrant, GrantName>;
}
