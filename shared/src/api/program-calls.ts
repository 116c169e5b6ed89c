import type { KeyArea, KeyRight } from '../domain/api-keys.ts';
import * as audit from './audit.ts';
import * as banRisk from './ban-risk.ts';
import * as bot from './bot.ts';
import * as campaignSettings from './campaign-settings.ts';
import * as campaigns from './campaigns.ts';
import * as companies from './companies.ts';
import * as connections from './connections.ts';
import * as contactImports from './contact-imports.ts';
import * as contactListImports from './contact-list-imports.ts';
import * as contactListItems from './contact-list-items.ts';
import * as contactLists from './contact-lists.ts';
import * as contacts from './contacts.ts';
import { isRoute, isWrite, type RouteContract, routeKey } from './contract.ts';
import * as dashboard from './dashboard.ts';
import * as fileLists from './file-lists.ts';
import * as invoiceReminders from './invoice-reminders.ts';
import * as invoices from './invoices.ts';
import * as kanban from './kanban.ts';
import * as media from './media.ts';
import * as messages from './messages.ts';
import * as messagesApi from './messages-api.ts';
import * as prompts from './prompts.ts';
import * as queueIntegrations from './queue-integrations.ts';
import * as queueOptions from './queue-options.ts';
import * as queues from './queues.ts';
import * as quickMessages from './quick-messages.ts';
import * as schedules from './schedules.ts';
import * as settings from './settings.ts';
import * as tags from './tags.ts';
import * as tickets from './tickets.ts';
import * as users from './users.ts';
import * as webhooks from './webhooks.ts';

/**
 * What a program may call with one of the company's keys: the calls of these areas, each to read or to write. What stands
 * in no area is closed to programs, also a new module, until somebody puts it here.
 */
const MODULES = {
  messages: [messages, messagesApi, media],
  tickets: [tickets, kanban],
  contacts: [contacts, contactImports],
  tags: [tags],
  queues: [queues, queueOptions, bot],
  quickMessages: [quickMessages],
  schedules: [schedules],
  campaigns: [campaigns, campaignSettings, contactLists, contactListItems, contactListImports],
  files: [fileLists],
  connections: [connections, banRisk],
  integrations: [queueIntegrations, prompts, webhooks],
  people: [users],
  figures: [dashboard],
  settings: [settings, companies],
  audit: [audit],
  subscription: [invoices, invoiceReminders],
} as const satisfies Record<KeyArea, readonly object[]>;

/** Calls of these areas that are closed all the same, by the reason. */
const CLOSED = {
  /** They are about whoever calls, and a program is nobody. */
  ofPerson: ['PUT /tickets/:ticketId/pin', 'GET /dashboard/mine'],
  /** Whoever makes people or their passwords would outlive its own key. */
  makesPeople: [
    'POST /users',
    'PUT /users/:userId',
    'DELETE /users/:userId',
    'DELETE /users/:userId/second-factor',
  ],
} as const;

type RouteOf<M> = { [K in keyof M]: M[K] extends { method: string; path: string } ? M[K] : never }[keyof M];
type KeyOf<C> = C extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never;
type ProgramKey = Exclude<
  KeyOf<RouteOf<(typeof MODULES)[KeyArea][number]>>,
  (typeof CLOSED)[keyof typeof CLOSED][number]
>;
/** Whether a program may make this call, for the types of those who answer it. */
export type IsProgramCall<C> = KeyOf<C> extends ProgramKey ? true : false;

const CLOSED_KEYS: ReadonlySet<string> = new Set(Object.values(CLOSED).flat());
const AREA_OF: ReadonlyMap<string, KeyArea> = new Map(
  Object.entries(MODULES).flatMap(([area, modules]) =>
    modules.flatMap((module) =>
      Object.values<unknown>(module)
        .filter(isRoute)
        .map((contract) => [routeKey(contract), area as KeyArea] as const)
        .filter(([key]) => !CLOSED_KEYS.has(key)),
    ),
  ),
);

/** What a key must open for this call; null: no key opens it. */
export function keyNeeds(contract: RouteContract): { area: KeyArea; right: KeyRight } | null {
  const area = AREA_OF.get(routeKey(contract));
  return area ? { area, right: isWrite(contract) ? 'write' : 'read' } : null;
}
