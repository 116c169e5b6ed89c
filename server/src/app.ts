import type { FastifyInstance } from 'fastify';
import { createCommands } from './commands.ts';
import { housekeepingJobs } from './housekeeping.ts';
import { announcementsModule } from './modules/announcements/announcements.module.ts';
import { apiKeysModule } from './modules/api-keys/api-keys.module.ts';
import { proveCompanyKey } from './modules/api-keys/prove-key.ts';
import { auditModule } from './modules/audit/audit.module.ts';
import { authModule } from './modules/auth/auth.module.ts';
import { banRiskModule } from './modules/ban-risk/ban-risk.module.ts';
import { botModule } from './modules/bot/bot.module.ts';
import { campaignSettingsModule } from './modules/campaign-settings/campaign-settings.module.ts';
import { campaignsModule } from './modules/campaigns/campaigns.module.ts';
import { channelNoticesModule } from './modules/channel-notices/channel-notices.module.ts';
import { chatsModule } from './modules/chats/chats.module.ts';
import { companiesModule } from './modules/companies/companies.module.ts';
import { connectionsModule } from './modules/connections/connections.module.ts';
import { contactListsModule } from './modules/contact-lists/contact-lists.module.ts';
import { contactsModule } from './modules/contacts/contacts.module.ts';
import { dashboardModule } from './modules/dashboard/dashboard.module.ts';
import { fileListsModule } from './modules/file-lists/file-lists.module.ts';
import { helpsModule } from './modules/helps/helps.module.ts';
import { importsModule } from './modules/imports/imports.module.ts';
import { invoiceLinksModule } from './modules/invoice-links/invoice-links.module.ts';
import { invoiceRemindersModule } from './modules/invoice-reminders/invoice-reminders.module.ts';
import { invoicesModule } from './modules/invoices/invoices.module.ts';
import { mediaModule } from './modules/media/media.module.ts';
import { forgetUnused } from './modules/media/unused-files.ts';
import { mentionsModule } from './modules/mentions/mentions.module.ts';
import { messageTemplatesModule } from './modules/message-templates/message-templates.module.ts';
import { messagesModule } from './modules/messages/messages.module.ts';
import { proveConnectionToken } from './modules/messages-api/connection-tokens.service.ts';
import { messagesApiModule } from './modules/messages-api/messages-api.module.ts';
import { mindsModule } from './modules/minds/minds.module.ts';
import { proveTicketToken } from './modules/minds/ticket-tokens.service.ts';
import { openApiModule } from './modules/openapi/openapi.module.ts';
import { paymentGatewayModule } from './modules/payment-gateway/payment-gateway.module.ts';
import { paymentSettingsModule } from './modules/payment-settings/payment-settings.module.ts';
import { plansModule } from './modules/plans/plans.module.ts';
import { promptsModule } from './modules/prompts/prompts.module.ts';
import { queueIntegrationsModule } from './modules/queue-integrations/queue-integrations.module.ts';
import { queuesModule } from './modules/queues/queues.module.ts';
import { quickMessagesModule } from './modules/quick-messages/quick-messages.module.ts';
import { schedulesModule } from './modules/schedules/schedules.module.ts';
import { settingsModule } from './modules/settings/settings.module.ts';
import { systemModule } from './modules/system/system.module.ts';
import { tagsModule } from './modules/tags/tags.module.ts';
import { ticketListModule } from './modules/ticket-list/ticket-list.module.ts';
import { ticketNotesModule } from './modules/ticket-notes/ticket-notes.module.ts';
import { ticketPinsModule } from './modules/ticket-pins/ticket-pins.module.ts';
import { ticketRulesModule } from './modules/ticket-rules/ticket-rules.module.ts';
import { ticketsModule } from './modules/tickets/tickets.module.ts';
import { updatesModule } from './modules/updates/updates.module.ts';
import { usersModule } from './modules/users/users.module.ts';
import { webhooksModule } from './modules/webhooks/webhooks.module.ts';
import { type AppDeps, createParts, type Module } from './parts.ts';
import { refuseOldConsoles } from './platform/http/console-version.ts';
import { createPerform } from './platform/http/perform.ts';
import { installRoutes } from './platform/http/route.ts';
import { createHttpServer } from './platform/http/server.ts';
import { createTokenCalls } from './platform/http/token-calls.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import { createCalls } from './platform/outgoing/calls.ts';
import { registerSync } from './sync/gateway.ts';
import { oldFeeds } from './sync/prune.ts';

const MODULES: readonly Module[] = [
  apiKeysModule,
  auditModule,
  authModule,
  banRiskModule,
  botModule,
  companiesModule,
  connectionsModule,
  contactsModule,
  helpsModule,
  importsModule,
  mediaModule,
  mentionsModule,
  mindsModule,
  messageTemplatesModule,
  messagesModule,
  messagesApiModule,
  plansModule,
  queuesModule,
  quickMessagesModule,
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
  channelNoticesModule,
  announcementsModule,
  dashboardModule,
  chatsModule,
  invoicesModule,
  invoiceLinksModule,
  invoiceRemindersModule,
  paymentSettingsModule,
  paymentGatewayModule,
  webhooksModule,
  openApiModule,
];

/** The whole API on the given parts. Never listens: whoever builds it decides that, tests inject requests. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, log } = deps;
  const parts = createParts(deps);
  const { db, secrets, sessions, outside } = parts;
  const app = createHttpServer({ log, trustProxy: config.trustProxy, publicUrl: config.publicUrl });
  app.addHook('onClose', async () => sessions.close());
  app.addHook('onClose', async () => outside.door.close());
  const jobs = createJobs(app, parts);
  const calls = createCalls(app, parts);
  installRoutes(app, {
    proveToken: sessions.proveToken,
    proveGrant: {
      ticketToken: (token) => proveTicketToken(db, token, parts.clock()),
      connectionToken: (token) => proveConnectionToken(db, token, parts.clock()),
      companyKey: (token) => proveCompanyKey(db, token, parts.clock()),
    },
    perform: createPerform({ db, secrets }),
    formFiles: {
      keep: parts.media.receive,
      forget: (companyId, ids) => forgetUnused(db, companyId, ids),
    },
    noteCall: createTokenCalls(app, { db, log }),
  });
  refuseOldConsoles(app, config.minConsole);
  for (const { routes = [] } of MODULES) for (const install of routes) install(app, parts);
  const moduleJobs = MODULES.flatMap((module) => module.jobs?.(parts) ?? []);
  for (const job of [...moduleJobs, ...housekeepingJobs(parts), oldFeeds(parts)]) jobs.add(job);
  for (const module of MODULES) for (const kind of module.calls?.(parts) ?? []) calls.add(kind);
  await registerSync(app, {
    ...parts,
    verifyAccess: sessions.verifyAccess,
    refusals: sessions.refusals,
    minConsole: config.minConsole,
    publicUrl: config.publicUrl,
    commands: createCommands(parts),
  });
  return app;
}
