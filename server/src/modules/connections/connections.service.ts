import { given } from '@balcao/shared/contract/given.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { AuditAction } from '@balcao/shared/features/audit/calls.ts';
import type { ConnectionFields, NewConnection } from '@balcao/shared/features/connections/calls.ts';
import {
  type Channel,
  type ConnectionKind,
  DEFAULT_CHANNEL,
  KIND_FACTS,
} from '@balcao/shared/features/connections/channel.ts';
import {
  type ConnectionCredentials,
  channelFor,
  credentialsOf,
  type GivenCredentials,
} from '@balcao/shared/features/connections/credentials.ts';
import { sealCredentials } from '../../platform/connection-credentials.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/errors.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { diff, record } from '../audit/audit.service.ts';
import { readHubToken } from '../settings/settings.service.ts';
import { assertRoom } from '../subscription/limits.ts';
import { hashOfToken } from './connection-token.ts';
import * as repo from './connections.repo.ts';
import { failPendingWork } from './deleted-connections.service.ts';

/**
 * Connections and what people want of their sessions. The session's owner (`../../channels`) reads the wishes from
 * the row and brings the session there, so a wish survives every crash.
 *
 * All throw ERR_NO_WAPP_FOUND for a missing connection.
 */

/** A connection and the queues whose customers write there. */
export interface Detailed {
  row: repo.ConnectionRecord;
  queueIds: number[];
}

async function get(tx: Tx, companyId: number, id: number): Promise<repo.ConnectionRecord> {
  return orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_WAPP_FOUND');
}

export const list = repo.list;
export const lockAll = repo.lockAll;

export async function getDetails(tx: Tx, companyId: number, id: number): Promise<Detailed> {
  return detailed(tx, await get(tx, companyId, id));
}

/** How each has held on the last days. */
export const listDays = repo.days;

/** What happened to it, the newest first. */
export async function listEvents(
  tx: Tx,
  companyId: number,
  id: number,
  page: { offset: number; limit: number },
): Promise<repo.EventRecord[]> {
  await get(tx, companyId, id);
  return repo.events(tx, companyId, id, page);
}

/**
 * The first WhatsApp of a company is its default. What waits for no phone begins at once.
 * ERR_PLAN_LIMIT_CONNECTIONS and what `update` throws.
 */
export async function create(
  tx: Tx,
  actor: Actor,
  { kind = 'whatsapp', credentials, ...fields }: NewConnection,
  secrets: Secrets,
): Promise<Detailed> {
  const { companyId } = actor;
  await assertRoom(tx, companyId, 'connections');
  await repo.lockAll(tx, companyId);
  const fitting = await fittingCredentials(tx, companyId, secrets, kind, credentials);
  if (fitting === null && credentialsOf(kind)) throw new AppError('ERR_CONNECTION_CREDENTIALS');
  const channel = channelFor(kind, fitting);
  const isFirst = !(await repo.list(tx, companyId)).some((row) => row.isDefault);
  const isDefault = fields.isDefault === true || (isFirst && channel === DEFAULT_CHANNEL);
  if (isDefault) {
    assertMayBeDefault(channel);
    await repo.clearOtherDefaults(tx, companyId, 0);
  }
  const made = orNotFound(
    await inWords(repo.insert(tx, companyId, { ...columns(fields), kind, channel, isDefault })),
    'ERR_NO_WAPP_FOUND',
  );
  const row = fitting ? await link(tx, made, fitting, secrets) : await begun(tx, made);
  const after = await withQueues(tx, row, fields.queueIds);
  await noted(tx, actor, 'create', null, after.row, changes(null, after));
  return after;
}

/**
 * What is left out stays. Making one the default clears the old one; the default stays until another takes over:
 * ERR_NO_OTHER_WHATSAPP. ERR_WAPP_NAME_TAKEN, ERR_WAPP_TOKEN_TAKEN, ERR_NO_QUEUE_FOUND, ERR_WAPP_GREETING_REQUIRED,
 * ERR_NO_PROMPT_FOUND, ERR_NO_QUEUE_INTEGRATION_FOUND, ERR_DEFAULT_CHANNEL_NOT_WPP, and ERR_CONNECTION_CREDENTIALS for
 * what does not fit its kind.
 */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  { credentials, ...fields }: ConnectionFields,
  secrets: Secrets,
): Promise<Detailed> {
  const { companyId } = actor;
  await repo.lockAll(tx, companyId);
  const before = await getDetails(tx, companyId, id);
  const isDefault = fields.isDefault ?? before.row.isDefault;
  if (before.row.isDefault && !isDefault) throw new AppError('ERR_NO_OTHER_WHATSAPP');
  if (isDefault) {
    assertMayBeDefault(before.row.channel);
    await repo.clearOtherDefaults(tx, companyId, id);
  }
  const changed = orNotFound(
    await inWords(repo.update(tx, companyId, id, { ...columns(fields), isDefault })),
    'ERR_NO_WAPP_FOUND',
  );
  const fitting = await fittingCredentials(tx, companyId, secrets, changed.kind, credentials);
  // A connection stays on its messenger.
  if (fitting && channelFor(changed.kind, fitting) !== changed.channel)
    throw new AppError('ERR_CONNECTION_CREDENTIALS');
  const row = fitting ? await link(tx, changed, fitting, secrets) : changed;
  const after = await withQueues(tx, row, fields.queueIds);
  await noted(tx, actor, 'update', before.row, after.row, changes(before, after));
  return after;
}

function assertMayBeDefault(channel: Channel): void {
  if (channel !== DEFAULT_CHANNEL) throw new AppError('ERR_DEFAULT_CHANNEL_NOT_WPP');
}

/** Null when none were given. ERR_CONNECTION_CREDENTIALS for what does not fit the kind. */
async function fittingCredentials(
  tx: Tx,
  companyId: number,
  secrets: Secrets,
  kind: ConnectionKind,
  given: GivenCredentials | undefined,
): Promise<ConnectionCredentials | null> {
  if (given === undefined) return null;
  const isWhole = !('channelId' in given) || given.hubToken !== undefined;
  const credentials = isWhole ? given : { ...given, hubToken: await readHubToken(tx, companyId, secrets) };
  const parsed = credentialsOf(kind)?.safeParse(credentials);
  if (!parsed?.success) throw new AppError('ERR_CONNECTION_CREDENTIALS');
  return parsed.data;
}

/** Where nothing is to be linked, its session begins at once. */
async function begun(tx: Tx, made: repo.ConnectionRecord): Promise<repo.ConnectionRecord> {
  if (KIND_FACTS[made.kind].linkedBy !== 'nothing') return made;
  return orNotFound(await repo.update(tx, made.companyId, made.id, OPENING), 'ERR_NO_WAPP_FOUND');
}

/** Its session begins with these, and ends with those before. */
async function link(
  tx: Tx,
  { companyId, id, generation }: repo.ConnectionRecord,
  credentials: ConnectionCredentials,
  secrets: Secrets,
): Promise<repo.ConnectionRecord> {
  const sealed = sealCredentials(secrets, companyId, id, credentials);
  const change = { ...OPENING, credentials: sealed, generation: generation + 1, logoutRequested: false };
  return orNotFound(await repo.update(tx, companyId, id, change), 'ERR_NO_WAPP_FOUND');
}

/**
 * Which connections bring customers into a queue; under `lockAll`, taken before the queue is written.
 * ERR_WAPP_GREETING_REQUIRED {name} for one that would offer several queues without a word.
 */
export async function leadToQueue(
  tx: Tx,
  companyId: number,
  queueId: number,
  connectionIds: readonly number[],
): Promise<void> {
  const known = new Map((await repo.list(tx, companyId)).map((row) => [row.id, row]));
  const rows = connectionIds.map((id) => orNotFound(known.get(id), 'ERR_NO_WAPP_FOUND'));
  await repo.setConnections(tx, companyId, queueId, connectionIds);
  for (const row of rows) assertGreets(await detailed(tx, row));
}

/** Its conversations stay. ERR_NO_OTHER_WHATSAPP for the default one. */
export async function remove(tx: Tx, actor: Actor, id: number): Promise<void> {
  const { companyId } = actor;
  await repo.lockAll(tx, companyId);
  const before = await getDetails(tx, companyId, id);
  if (before.row.isDefault) throw new AppError('ERR_NO_OTHER_WHATSAPP');
  await repo.remove(tx, companyId, id);
  await failPendingWork(tx, companyId, id);
  await noted(tx, actor, 'delete', before.row, null, changes(before, null));
}

/**
 * With the stored session; without one, by a QR code, whatever number a code was wanted for before. One that is under
 * way goes on, and does not wait for its next attempt.
 */
export async function startSession(tx: Tx, actor: Actor, id: number): Promise<repo.ConnectionRecord> {
  const { companyId } = actor;
  const before = orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_WAPP_FOUND');
  const resting = before.status === 'DISCONNECTED' || before.status === 'TIMEOUT';
  const isUnderWay = before.desired === 'running' && !resting && !before.logoutRequested;
  const change = { ...OPENING, logoutRequested: false, pairingNumber: null };
  const nudge = { nudges: before.nudges + 1 };
  const after = orNotFound(
    await repo.update(tx, companyId, id, isUnderWay ? nudge : change),
    'ERR_NO_WAPP_FOUND',
  );
  return noted(tx, actor, 'start', before, after);
}

/**
 * Forgets the stored session: its owner drops the keys of older generations and offers a new QR code. ERR_CHANNEL_CANNOT
 * where no phone is linked.
 *
 * @param number offers a code instead, to be typed into the phone with this number
 */
export async function renewSession(
  tx: Tx,
  actor: Actor,
  id: number,
  number: string | null,
): Promise<repo.ConnectionRecord> {
  const { companyId } = actor;
  const before = orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_WAPP_FOUND');
  if (KIND_FACTS[before.kind].linkedBy !== 'phone') throw new AppError('ERR_CHANNEL_CANNOT');
  const generation = before.generation + 1;
  const change = { ...OPENING, generation, logoutRequested: false, number: null, pairingNumber: number };
  return noted(
    tx,
    actor,
    'renew',
    before,
    orNotFound(await repo.update(tx, companyId, id, change), 'ERR_NO_WAPP_FOUND'),
  );
}

/** Logs out at WhatsApp as soon as the owner can; the history stays. */
export async function endSession(tx: Tx, actor: Actor, id: number): Promise<repo.ConnectionRecord> {
  const { companyId } = actor;
  const before = orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_WAPP_FOUND');
  const change = { desired: 'stopped', logoutRequested: true } as const;
  return noted(
    tx,
    actor,
    'end',
    before,
    orNotFound(await repo.update(tx, companyId, id, change), 'ERR_NO_WAPP_FOUND'),
  );
}

const OPENING = {
  desired: 'running',
  status: 'OPENING',
  reason: null,
  qrcode: null,
  pairingCode: null,
  retries: 0,
  until: null,
} as const satisfies repo.ConnectionChange;

/** What a row keeps of the fields that were given. */
function columns({
  queueIds: _queues,
  token,
  isDefault: _default,
  ...fields
}: Omit<ConnectionFields, 'credentials'>) {
  return {
    name: fields.name,
    ...given(fields),
    ...(token === undefined ? {} : { apiTokenHash: token === null ? null : hashOfToken(token) }),
  };
}

async function withQueues(
  tx: Tx,
  row: repo.ConnectionRecord,
  queueIds: readonly number[] | undefined,
): Promise<Detailed> {
  if (queueIds) await inWords(repo.setQueues(tx, row.companyId, row.id, queueIds));
  const after = await detailed(tx, row);
  assertGreets(after);
  return after;
}

/** The greeting offers the queues, where there are several. */
function assertGreets({ row, queueIds }: Detailed): void {
  if (queueIds.length > 1 && row.greetingMessage.trim() === '')
    throw new AppError('ERR_WAPP_GREETING_REQUIRED', { name: row.name });
}

async function detailed(tx: Tx, row: repo.ConnectionRecord): Promise<Detailed> {
  return { row, queueIds: await repo.queueIds(tx, row.companyId, row.id) };
}

/**
 * What people decide about a connection, for the log; what the messenger makes of it is the connection's own history.
 */
function decided({ row, queueIds }: Detailed) {
  const { name, isDefault, greetingMessage, completionMessage, outOfHoursMessage, ratingMessage } = row;
  const { redirectQueueId, redirectMinutes, botSends, botIntervalMinutes } = row;
  const { closeAfterMinutes, inactivityMessage, importSince, apiTokenHash } = row;
  const { promptId, integrationId, kind, credentials } = row;
  return {
    name,
    kind,
    isDefault,
    queueIds,
    greetingMessage,
    completionMessage,
    outOfHoursMessage,
    ratingMessage,
    redirectQueueId,
    redirectMinutes,
    promptId,
    integrationId,
    botSends,
    botIntervalMinutes,
    botSilenceMinutes: row.botSilenceMinutes,
    botSilenceAction: row.botSilenceAction,
    closeAfterMinutes,
    inactivityMessage,
    importSince,
    apiToken: apiTokenHash?.toString('base64') ?? null,
    credentials: credentials?.toString('base64') ?? null,
  };
}

const changes = (before: Detailed | null, after: Detailed | null) =>
  diff(before && decided(before), after && decided(after));

async function noted<R extends repo.ConnectionRecord | null>(
  tx: Tx,
  actor: Actor,
  action: AuditAction,
  before: repo.ConnectionRecord | null,
  after: R,
  changes: ReturnType<typeof diff> = [],
): Promise<R> {
  const { id, name } = (after ?? before) as repo.ConnectionRecord;
  const what = { action, entity: 'connection', entityId: id, entityName: name } as const;
  await record(tx, { companyId: actor.companyId, actor, ...what, changes });
  return after;
}

/** What the database says of a name, a token, a queue or what answers, in the catalogue's words. */
async function inWords<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error, 'connections_name')) throw new AppError('ERR_WAPP_NAME_TAKEN');
    if (isUniqueViolation(error, 'connections_api_token')) throw new AppError('ERR_WAPP_TOKEN_TAKEN');
    if (isForeignKeyViolation(error, 'prompt_id')) throw new AppError('ERR_NO_PROMPT_FOUND');
    if (isForeignKeyViolation(error, 'integration_id')) throw new AppError('ERR_NO_QUEUE_INTEGRATION_FOUND');
    throw isForeignKeyViolation(error) ? new AppError('ERR_NO_QUEUE_FOUND') : error;
  }
}
