/**
 * The rights of each profile, in one literal table that routes, sync scopes and console menus all read. The server's
 * README shows the same table to people.
 */
export const PROFILES = ['admin', 'supervisor', 'user'] as const;
export type Profile = (typeof PROFILES)[number];

/** Whoever makes a call: a person, or a program with one of the company's keys. */
export interface Actor {
  companyId: number;
  /** Null for a program: nothing is its own, and nothing is for it alone. */
  userId: number | null;
  /** What people call the program, by its key. */
  program?: string;
  profile: Profile;
  super: boolean;
  /** Also sees tickets without a queue. */
  allTicket: boolean;
  queueIds: readonly number[];
}

export interface Person extends Actor {
  userId: number;
}

/** What decides which rows an actor sees. */
export type Viewer = Omit<Actor, 'companyId'>;

/** Parts of the product that a plan switches on. */
export const PLAN_FLAGS = [
  'useCampaigns',
  'useKanban',
  'useOpenAi',
  'useIntegrations',
  'useSchedules',
  'useInternalChat',
  'useExternalApi',
] as const;
export type PlanFlag = (typeof PLAN_FLAGS)[number];

/** `super` marks the operators of the platform; it is separate from the profile and adds to it. */
export const ROLES = [...PROFILES, 'super'] as const;
export type Role = (typeof ROLES)[number];

export const ACTIONS = {
  /** Every ticket of the company, whatever its queue. */
  'tickets:viewAll': ['admin', 'supervisor'],
  /** Act on a ticket that a colleague is answering. */
  'tickets:takeOver': ['admin', 'supervisor'],
  /** Includes all their messages. */
  'tickets:delete': ['admin'],
  /** Connections, their QR codes and their sessions. */
  'connections:manage': ['admin'],
  'users:manage': ['admin'],
  /** Includes their hours, menus and files. */
  'queues:manage': ['admin', 'supervisor'],
  /** What an AI is told, and how it is reached. */
  'prompts:manage': ['admin'],
  /** Programs outside that answer customers, and what they were told. */
  'integrations:manage': ['admin'],
  /** Keys by which programs work in the company. */
  'apiKeys:manage': ['admin'],
  /** Addresses that are told what happens in the company. */
  'webhooks:manage': ['admin'],
  /** Texts with files that everybody may send. */
  'fileLists:manage': ['admin', 'supervisor'],
  /** Campaigns, and how they are sent. */
  'campaigns:manage': ['admin', 'supervisor'],
  /** Make a tag a lane of the kanban board, or a lane a tag, and order the lanes. */
  'tags:kanban': ['admin', 'supervisor'],
  /** Quick messages of everybody that a colleague has written. */
  'quickMessages:manageAll': ['admin', 'supervisor'],
  'contacts-page:view': ['admin'],
  'contacts-page:deleteContact': ['admin'],
  /** Lists of people to write to: with their imports, and the check of their numbers. */
  'contactLists:manage': ['admin', 'supervisor'],
  'dashboard:view': ['admin', 'supervisor'],
  /** How the own company serves its customers: those options that say so, and its business hours. */
  'settings:service': ['admin', 'supervisor'],
  /** Every other option of the own company, with what it has at providers. */
  'settings:manage': ['admin'],
  /** The audit log. */
  'audit:view': ['admin'],
  /** Plan and price, due date and invoices of the own company, with its address, e-mail and phone. */
  'subscription:view': ['admin'],
  /** Every company of the platform, and links for passwords that their people have forgotten. */
  'companies:manage': ['super'],
  'plans:manage': ['super'],
  'helps:manage': ['super'],
  /** What all companies are told. */
  'announcements:manage': ['super'],
  /** How companies pay, and every company's invoices. */
  'payments:manage': ['super'],
  /** How the server's jobs went last, in all companies. */
  'jobs:view': ['super'],
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof ACTIONS;

export function can(actor: Pick<Actor, 'profile' | 'super'>, action: Action): boolean {
  const roles: readonly Role[] = ACTIONS[action];
  return roles.includes(actor.profile) || (actor.super && roles.includes('super'));
}

/** A row and the scopes that decide who sees it. */
export interface Scoped<R> {
  row: R;
  scopes: readonly string[];
  /** The row as those see it who have one of these scopes as well. */
  fuller?: { row: R; scopes: readonly string[] };
}

/** The row as a user sees it. */
export function rowFor<R>({ row, fuller }: Scoped<R>, sees: (scopes: readonly string[]) => boolean): R {
  return fuller && sees(fuller.scopes) ? fuller.row : row;
}

/** Who may see a ticket: what the database writes beside it (ticket_scopes), without what only says how it stands. */
export const ticketScopes = ({ queueId, userId }: { queueId: number | null; userId: number | null }) => [
  'c',
  `q:${queueId ?? 'none'}`,
  ...(userId === null ? [] : [`u:${userId}`]),
];

/**
 * The scopes of an actor. A ticket is visible when its own scopes and these overlap;
 * REST, sync, search and history all use this one rule. `a` marks what everybody in the company sees,
 * `b` what is about the company's payments, `i` its webhooks.
 */
export function actorScopes(actor: Viewer): string[] {
  const everybody = actor.userId === null ? ['a'] : ['a', `u:${actor.userId}`];
  if (can(actor, 'subscription:view')) everybody.push('b');
  if (can(actor, 'webhooks:manage')) everybody.push('i');
  if (can(actor, 'tickets:viewAll')) return [...everybody, 'c'];
  const scopes = [...everybody, ...actor.queueIds.map((id) => `q:${id}`)];
  if (actor.allTicket) scopes.push('q:none');
  return scopes;
}

/** Whether an actor sees what has certain scopes. */
export function sightOf(actor: Viewer): (scopes: readonly string[]) => boolean {
  const own = new Set(actorScopes(actor));
  return (scopes) => scopes.some((scope) => own.has(scope));
}
