import { readFileSync } from 'node:fs';
import type { EntityName } from '@balcao/shared/sync/entities.ts';
import type { FastifyInstance } from 'fastify';
import { WEBHOOKS } from './channels/webhooks.ts';
import type { Config } from './config.ts';
import type { Beside } from './databases/beside.ts';
import { createAuthService } from './modules/auth/auth.service.ts';
import { createRuleFollower } from './modules/automations/follow-rules.ts';
import { ticketBot } from './modules/bot/ticket-bot.service.ts';
import { createNumberChecks } from './modules/contacts/number-checks.ts';
import { createInvoiceLinks } from './modules/invoice-links/invoice-links.ts';
import { createMediaLinks } from './modules/media/media.links.ts';
import { createMediaService } from './modules/media/media.service.ts';
import { createMessageChanges } from './modules/messages/message-changes.service.ts';
import { createMessagesService } from './modules/messages/messages.service.ts';
import { createPasswords, type PasswordCost } from './modules/sessions/passwords.ts';
import { createSecondFactor } from './modules/sessions/second-factor.service.ts';
import { createSessions } from './modules/sessions/sessions.service.ts';
import { createTokenIssuer } from './modules/sessions/token-issuer.ts';
import { createTicketTagsService } from './modules/tags/ticket-tags.service.ts';
import { createTicketNotesService } from './modules/ticket-notes/ticket-notes.service.ts';
import { createTicketsService } from './modules/tickets/tickets.service.ts';
import type { Bus } from './platform/bus.ts';
import type { Database } from './platform/db/database.ts';
import type { ProveGrant } from './platform/http/token-proof.ts';
import type { Job } from './platform/jobs/job.ts';
import type { Log } from './platform/log.ts';
import { createNoticeAddresses } from './platform/notice-address.ts';
import { createAddressRule } from './platform/outgoing/address-rule.ts';
import type { CallKind } from './platform/outgoing/call.ts';
import { createHttpClient } from './platform/outgoing/http-client.ts';
import type { Secrets } from './platform/secrets.ts';
import type { Storage } from './platform/storage/storage.ts';
import { createAddresses, type Outside } from './services/outside.ts';
import type { Commands } from './sync/commands.ts';
import type { SyncedEntity } from './sync/synced-entity.ts';

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
  /** Of one among several databases: what its application has to do with the others. */
  beside?: Beside;
}

/** What several modules share, each once. What only one module needs it makes itself. */
export type Parts = ReturnType<typeof createParts>;

/** How a module joins the application: the file `<name>.module.ts` exports one, and app.ts lists it. */
export interface Module {
  routes?: readonly ((app: FastifyInstance, parts: Parts) => void)[];
  /** Its websockets, whose first frame says who comes. */
  lines?: (scope: FastifyInstance) => void;
  /** What it does by the clock. */
  jobs?: (parts: Parts) => readonly Job[];
  /** What it asks of services outside. */
  calls?: (parts: Parts) => readonly CallKind[];
  /** How the feed reads its rows. */
  entities?: { [E in EntityName]?: SyncedEntity<E> };
  /** What consoles may command. */
  commands?: (parts: Parts) => Partial<Commands>;
  /** Whose token a program shows. */
  grants?: {
    [C in keyof ProveGrant]?: (db: Database, token: string, now: Date) => ReturnType<ProveGrant[C]>;
  };
}

export function createParts(deps: AppDeps) {
  const { config, db, bus, clock, secrets, storage } = deps;
  const passwords = createPasswords(deps.passwordCost ? { cost: deps.passwordCost } : {});
  const secondFactor = createSecondFactor({ secrets, clock });
  const sessions = createSessions({ db, bus, clock, tokens: createTokenIssuer(secrets, clock) });
  const tickets = createTicketsService({ clock, bot: ticketBot });
  const links = createMediaLinks({ secrets, clock, publicUrl: config.publicUrl });
  const { allow, standIn, efi } = config.outgoing;
  const outside: Outside = {
    http: createHttpClient(createAddressRule(allow)),
    addresses: createAddresses(standIn, efi && { url: efi.url, authority: readFileSync(efi.caFile, 'utf8') }),
  };
  const { mediaLimitBytes: limit, mediaQuotaBytes: quota } = config;
  return {
    ...deps,
    passwords,
    secondFactor,
    sessions,
    auth: createAuthService({ db, bus, clock, passwords, sessions, secondFactor }),
    tickets,
    ticketTags: createTicketTagsService({ clock }),
    messages: createMessagesService({ clock, tickets }),
    changes: createMessageChanges({ clock }),
    notes: createTicketNotesService({ clock }),
    numbers: createNumberChecks({ db, bus }),
    ruleFollower: createRuleFollower(deps),
    outside,
    publicUrl: config.publicUrl,
    links,
    webhooks: WEBHOOKS,
    noticeAddresses: createNoticeAddresses({ secrets, publicUrl: config.publicUrl }),
    invoiceLinks: createInvoiceLinks({ secrets, clock, publicUrl: config.publicUrl }),
    media: createMediaService({ db, storage, links, limit, quota }),
  };
}
