import type { FastifyInstance } from 'fastify';
import { createCommands } from './commands.ts';
import type { Config } from './config.ts';
import { housekeepingJobs } from './housekeeping.ts';
import { auditRoutes } from './modules/audit/audit.routes.ts';
import { authRoutes } from './modules/auth/auth.routes.ts';
import { createAuthService } from './modules/auth/auth.service.ts';
import { passwordResetRoutes } from './modules/auth/password-resets.routes.ts';
import { createPasswordResets } from './modules/auth/password-resets.service.ts';
import { companyRoutes } from './modules/companies/companies.routes.ts';
import { connectionJobs } from './modules/connections/connections.jobs.ts';
import { connectionRoutes } from './modules/connections/connections.routes.ts';
import { contactExportRoutes } from './modules/contacts/contact-export.routes.ts';
import { contactRoutes } from './modules/contacts/contacts.routes.ts';
import { createNumberChecks } from './modules/contacts/number-checks.ts';
import { helpRoutes } from './modules/helps/helps.routes.ts';
import { contactImports } from './modules/imports/imports.jobs.ts';
import { contactImportRoutes } from './modules/imports/imports.routes.ts';
import { createMediaLinks } from './modules/media/media.links.ts';
import { mediaRoutes } from './modules/media/media.routes.ts';
import { createMediaService } from './modules/media/media.service.ts';
import { createMessageChanges } from './modules/messages/message-changes.service.ts';
import { messageRoutes } from './modules/messages/messages.routes.ts';
import { createMessagesService } from './modules/messages/messages.service.ts';
import { planRoutes } from './modules/plans/plans.routes.ts';
import { queueOptionRoutes } from './modules/queues/queue-options.routes.ts';
import { queueRoutes } from './modules/queues/queues.routes.ts';
import { quickMessageRoutes } from './modules/quick-messages/quick-messages.routes.ts';
import { scheduledMessages } from './modules/schedules/scheduled-sending.ts';
import { scheduleRoutes } from './modules/schedules/schedules.routes.ts';
import { createPasswords, type PasswordCost } from './modules/sessions/passwords.ts';
import { createSecondFactor } from './modules/sessions/second-factor.service.ts';
import { createSessions } from './modules/sessions/sessions.service.ts';
import { createTokens } from './modules/sessions/tokens.ts';
import { settingRoutes } from './modules/settings/settings.routes.ts';
import { systemRoutes } from './modules/system/system.routes.ts';
import { tagRoutes } from './modules/tags/tags.routes.ts';
import { createTicketTagsService } from './modules/tags/ticket-tags.service.ts';
import { ticketListRoutes } from './modules/ticket-list/ticket-list.routes.ts';
import { ticketNoteRoutes } from './modules/ticket-notes/ticket-notes.routes.ts';
import { createTicketNotesService } from './modules/ticket-notes/ticket-notes.service.ts';
import { ticketRuleJobs } from './modules/ticket-rules/ticket-rules.jobs.ts';
import { ticketRoutes } from './modules/tickets/tickets.routes.ts';
import { createTicketsService, finish } from './modules/tickets/tickets.service.ts';
import { updateRoutes } from './modules/updates/updates.routes.ts';
import { userRoutes } from './modules/users/users.routes.ts';
import type { Bus } from './platform/bus.ts';
import type { Database } from './platform/db/database.ts';
import { refuseOldConsoles } from './platform/http/console-version.ts';
import { createPerform } from './platform/http/perform.ts';
import { installRoutes } from './platform/http/route.ts';
import { createHttpServer } from './platform/http/server.ts';
import { createThumbnails } from './platform/images/thumbnails.ts';
import { createJobs } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log.ts';
import { createMailer } from './platform/mail.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Storage } from './platform/storage/storage.ts';
import { registerSync } from './sync/gateway.ts';
import { oldFeeds } from './sync/prune.ts';

export interface AppDeps {
  config: Config;
  db: Database;
  bus: Bus;
  log: Log;
  secrets: Secrets;
  storage: Storage;
  clock: () => Date;
  /** What hashing a password costs; the product's own unless a test takes less. */
  passwordCost?: PasswordCost;
  /** True once the process is ending: readiness turns red before the listener closes. */
  draining?: () => boolean;
}

/** The whole API on the given parts. Never listens: whoever builds it decides that, tests inject requests. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, db, bus, clock, storage } = deps;
  const passwords = createPasswords(deps.passwordCost ? { cost: deps.passwordCost } : {});
  const secondFactor = createSecondFactor({ secrets: deps.secrets, clock });
  const sessions = createSessions({ db, bus, clock, tokens: createTokens(deps.secrets, clock) });
  const auth = createAuthService({ db, bus, clock, passwords, sessions, secondFactor });
  const resets = createPasswordResets({
    db,
    bus,
    clock,
    passwords,
    publicUrl: config.publicUrl,
    sendMail: config.mail && createMailer(config.mail),
    onError: (error) => deps.log.warn({ err: error }, 'password reset'),
  });
  const tickets = createTicketsService({ clock });
  const ticketTags = createTicketTagsService({ clock });
  const messages = createMessagesService({ clock, tickets });
  const changes = createMessageChanges({ clock });
  const notes = createTicketNotesService({ clock });
  const limit = config.mediaLimitBytes;
  const links = createMediaLinks({ secrets: deps.secrets, clock, publicUrl: config.publicUrl });
  const media = createMediaService({ db, storage, links, limit, quota: config.mediaQuotaBytes });
  const thumbnails = createThumbnails();

  const app = createHttpServer({ log: deps.log, trustProxy: config.trustProxy, publicUrl: config.publicUrl });
  app.addHook('onClose', async () => {
    await resets.settled();
    sessions.close();
    thumbnails.stop();
  });
  const jobs = createJobs(app, deps);
  for (const job of [
    scheduledMessages(deps),
    ...ticketRuleJobs({ db, closeTicket: finish }),
    ...connectionJobs(deps),
    ...housekeepingJobs(deps),
    oldFeeds(deps),
  ])
    jobs.add(job);
  installRoutes(app, sessions.proveToken, createPerform({ db, secrets: deps.secrets }));
  refuseOldConsoles(app, config.minConsole);
  systemRoutes(app, { db, draining: deps.draining ?? (() => false), minConsole: config.minConsole });
  updateRoutes(app, { dir: config.updatesDir });
  authRoutes(app, { bus, clock, auth, secondFactor, publicUrl: config.publicUrl });
  passwordResetRoutes(app, resets);
  connectionRoutes(app);
  companyRoutes(app, { bus, clock, secrets: deps.secrets, storage, passwords });
  planRoutes(app, { db, bus });
  helpRoutes(app);
  queueRoutes(app, { db, media });
  queueOptionRoutes(app, { db, media });
  quickMessageRoutes(app, { db, media });
  tagRoutes(app, { ticketTags });
  scheduleRoutes(app, { db, media });
  const numbers = createNumberChecks({ db, bus });
  contactRoutes(app, { numbers, links });
  contactExportRoutes(app, { db });
  contactImportRoutes(app, { media, storage, poke: jobs.add(contactImports(deps)) });
  auditRoutes(app);
  settingRoutes(app, { bus, secrets: deps.secrets });
  userRoutes(app, { db, bus, auth, passwords, tickets });
  ticketListRoutes(app);
  ticketRoutes(app, { tickets, numbers });
  messageRoutes(app, { messages, changes, links });
  ticketNoteRoutes(app, { notes });
  mediaRoutes(app, { media, storage, thumbnails, limit });
  await registerSync(app, {
    db,
    bus,
    clock,
    verifyAccess: sessions.verifyAccess,
    refusals: sessions.refusals,
    links,
    secrets: deps.secrets,
    minConsole: config.minConsole,
    commands: createCommands({ tickets, ticketTags, messages, changes, notes }),
    publicUrl: config.publicUrl,
  });
  return app;
}
