import { isRoute, isWrite, type RouteContract, routeKey } from './contract/call.ts';
import type { KeyArea, KeyRight } from './features/api-keys/key-areas.ts';
import * as audit from './features/audit/calls.ts';
import * as banRisk from './features/ban-risk/calls.ts';
import * as bot from './features/bot/calls.ts';
import * as campaignSettings from './features/campaign-settings/calls.ts';
import * as campaigns from './features/campaigns/calls.ts';
import * as companies from './features/companies/calls.ts';
import * as connections from './features/connections/calls.ts';
import * as contactLists from './features/contact-lists/calls.ts';
import * as contactListImports from './features/contact-lists/imports.ts';
import * as contactListItems from './features/contact-lists/items.ts';
import * as contacts from './features/contacts/calls.ts';
import * as contactImports from './features/contacts/imports.ts';
import * as dashboard from './features/dashboard/calls.ts';
import * as fileLists from './features/file-lists/calls.ts';
import * as invoiceReminders from './features/invoice-reminders/calls.ts';
import * as invoices from './features/invoices/calls.ts';
import * as kanban from './features/kanban/calls.ts';
import * as media from './features/media/calls.ts';
import * as messages from './features/messages/calls.ts';
import * as messagesApi from './features/messages-api/calls.ts';
import * as prompts from './features/prompts/calls.ts';
import * as queueIntegrations from './features/queue-integrations/calls.ts';
import * as queues from './features/queues/calls.ts';
import * as queueOptions from './features/queues/options.ts';
import * as quickMessages from './features/quick-messages/calls.ts';
import * as schedules from './features/schedules/calls.ts';
import * as settings from './features/settings/calls.ts';
import * as tags from './features/tags/calls.ts';
import * as tickets from './features/tickets/calls.ts';
import * as users from './features/users/calls.ts';
import * as webhooks from './features/webhooks/calls.ts';

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
