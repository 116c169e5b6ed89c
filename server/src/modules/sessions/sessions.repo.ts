import type { PlanFlag, Profile } from '@balcao/shared/contract/roles.ts';
import type { SessionEnd, SignInWay } from '@balcao/shared/features/auth/calls.ts';
import { REFRESH_TOKEN_DAYS } from '@balcao/shared/features/auth/limits.ts';
import type { Tx } from '../../platform/db/client.ts';
import { campaignsOpen } from '../subscription/campaigns-open.ts';
import { type Subscription, subscriptionColumns } from '../subscription/subscription.ts';

/** Where a session is used, as its console and the network say. */
export interface SessionPlace {
  /** Empty: the console said nothing. */
  device: string;
  system: string;
  program: string;
  address: string;
}

/** Across companies: a refresh token is all that its bearer shows. */
export async function findCompanyOfRefresh(tx: Tx, hash: Buffer): Promise<number | undefined> {
  const [row] = await tx<{ companyId: number }[]>`
    select company_id from refresh_tokens where hash = ${hash}`;
  return row?.companyId;
}

/** Across companies: whether its bearer is a person who was deleted. */
export async function isOfDeletedUser(tx: Tx, hash: Buffer): Promise<boolean> {
  const [row] = await tx`select from deleted_user_tokens where hash = ${hash}`;
  return row !== undefined;
}

/** Ends the session that is alive, if any, and names it. */
export async function endAliveSession(
  tx: Tx,
  companyId: number,
  userId: number,
  at: Date,
): Promise<string | undefined> {
  const [ended] = await tx<{ id: string }[]>`
    update sessions set ended_at = ${at}, ended_by = 'taken_over'
    where company_id = ${companyId} and user_id = ${userId} and ended_at is null
    returning id`;
  return ended?.id;
}

export async function startSession(
  tx: Tx,
  session: SessionPlace & {
    companyId: number;
    userId: number;
    id: string;
    strong: boolean;
    way: SignInWay;
    at: Date;
  },
): Promise<void> {
  const { at, ...row } = session;
  await tx`insert into sessions ${tx({ ...row, createdAt: at })}`;
}

/** Notes where and when the session was used last. */
export async function noteUse(
  tx: Tx,
  companyId: number,
  sessionId: string,
  { program, address, at }: Pick<SessionPlace, 'program' | 'address'> & { at: Date },
): Promise<void> {
  await tx`
    update sessions set used_at = ${at}, program = ${program}, address = ${address}
    where company_id = ${companyId} and id = ${sessionId}`;
}

export interface SessionRecord extends SessionPlace {
  id: string;
  way: SignInWay | null;
  createdAt: Date;
  usedAt: Date;
  endedAt: Date | null;
  endedBy: SessionEnd | null;
}

/** Whoever signs in a hundred times a month is not helped by more. */
const SHOWN = 100;

/** The person's sessions, the latest sign-in first. */
export async function listOf(tx: Tx, companyId: number, userId: number): Promise<SessionRecord[]> {
  return tx<SessionRecord[]>`
    select id, way, device, system, program, address, created_at, coalesce(used_at, created_at) as used_at, ended_at, ended_by
    from sessions
    where company_id = ${companyId} and user_id = ${userId} order by created_at desc, id limit ${SHOWN}`;
}

export async function isStrong(tx: Tx, companyId: number, sessionId: string): Promise<boolean> {
  const [session] = await tx`
    select from sessions where company_id = ${companyId} and id = ${sessionId} and strong`;
  return session !== undefined;
}

export async function isOf(tx: Tx, companyId: number, userId: number, sessionId: string): Promise<boolean> {
  const [session] = await tx`
    select from sessions where company_id = ${companyId} and id = ${sessionId} and user_id = ${userId}`;
  return session !== undefined;
}

/** False when it was over already. */
export async function endSession(
  tx: Tx,
  companyId: number,
  sessionId: string,
  by: SessionEnd,
  at: Date,
): Promise<boolean> {
  const ended = await tx`
    update sessions set ended_at = ${at}, ended_by = ${by}
    where company_id = ${companyId} and id = ${sessionId} and ended_at is null`;
  return ended.count === 1;
}

export interface RefreshState {
  sessionId: string;
  userId: number;
  endedBy: SessionEnd | null;
  expiresAt: Date;
  usedAt: Date | null;
  /** Hash of what its bearer said when it was used; null: nothing. */
  word: Buffer | null;
  /** The token that replaced this one has been used as well. */
  successorUsed: boolean;
}

/** The token with its session, which stays locked: refreshes of one session happen one after the other. */
export async function lockRefresh(
  tx: Tx,
  companyId: number,
  hash: Buffer,
): Promise<RefreshState | undefined> {
  await tx`
    select from sessions s
    where s.company_id = ${companyId}
      and s.id = (select session_id from refresh_tokens where company_id = ${companyId} and hash = ${hash})
    for update`;
  const [state] = await tx<RefreshState[]>`
    select r.session_id, s.user_id, s.ended_by, r.expires_at, r.used_at, r.word,
      coalesce(next.used_at is not null, false) as successor_used
    from refresh_tokens r
    join sessions s on s.company_id = r.company_id and s.id = r.session_id
    left join refresh_tokens next on next.company_id = r.company_id and next.hash = r.successor
    where r.company_id = ${companyId} and r.hash = ${hash}`;
  return state;
}

export async function insertRefresh(
  tx: Tx,
  token: { companyId: number; sessionId: string; hash: Buffer; at: Date },
): Promise<void> {
  await tx`
    insert into refresh_tokens (company_id, hash, session_id, issued_at, expires_at)
    values (${token.companyId}, ${token.hash}, ${token.sessionId}, ${token.at},
      ${token.at}::timestamptz + make_interval(days => ${REFRESH_TOKEN_DAYS}))`;
}

export async function markRefreshUsed(
  tx: Tx,
  companyId: number,
  hash: Buffer,
  { successor, word, at }: { successor: Buffer; word: Buffer | null; at: Date },
): Promise<void> {
  await tx`
    update refresh_tokens set used_at = ${at}, successor = ${successor}, word = ${word}
    where company_id = ${companyId} and hash = ${hash}`;
}

/** Everything that decides what a session may do now, as the database has it. */
export interface SessionState extends Subscription, Partial<Record<PlanFlag, boolean | null>> {
  id: string;
  companyId: number;
  userId: number;
  endedBy: SessionEnd | null;
  profile: Profile;
  super: boolean;
  allTicket: boolean;
  queueIds: number[];
  secondFactor: boolean;
  /** They have signed in with what is worth a second factor. */
  strong: boolean;
  /** The company's option; null: it has never chosen. */
  requireSecondFactor: string | null;
}

const sessionStates = (tx: Tx) => tx`
  select s.id, s.company_id, s.user_id, s.ended_by, s.strong, u.profile, u.super, u.all_ticket,
    array(select q.queue_id from user_queues q
      where q.company_id = u.company_id and q.user_id = u.id order by q.queue_id) as queue_ids,
    u.totp_confirmed_at is not null as second_factor,
    (select x.value from settings x where x.company_id = u.company_id and x.key = 'requireSecondFactor')
      as require_second_factor,
    ${subscriptionColumns(tx)},
    ${campaignsOpen(tx, 'co')} as use_campaigns, p.use_kanban, p.use_open_ai, p.use_integrations, p.use_schedules, p.use_internal_chat,
    p.use_external_api
  from sessions s
  join users u on u.company_id = s.company_id and u.id = s.user_id
  join companies co on co.id = s.company_id
  left join plans p on p.id = co.plan_id`;

export async function findSession(
  tx: Tx,
  companyId: number,
  sessionId: string,
): Promise<SessionState | undefined> {
  const [state] = await tx<SessionState[]>`
    ${sessionStates(tx)} where s.company_id = ${companyId} and s.id = ${sessionId}`;
  return state;
}

/** Across companies: of everybody who is connected to this process. */
export async function findSessions(
  tx: Tx,
  sessions: readonly { companyId: number; sessionId: string }[],
): Promise<SessionState[]> {
  const companyIds = sessions.map(({ companyId }) => companyId);
  const ids = sessions.map(({ sessionId }) => sessionId);
  return tx<SessionState[]>`
    ${sessionStates(tx)}
    where (s.company_id, s.id) in (select * from unnest(${companyIds}::bigint[], ${ids}::uuid[]))`;
}

/** All keys with which a person signs in, and the links to the page on which one is made. */
export async function removePasskeys(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: number },
): Promise<void> {
  await tx`delete from passkeys where company_id = ${companyId} and user_id = ${userId}`;
  await tx`delete from passkey_links where company_id = ${companyId} and user_id = ${userId}`;
}
