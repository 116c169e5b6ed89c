import { BufferJSON, proto, type SignalDataTypeMap, type SignalKeyStore } from '@whiskeysockets/baileys';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { JOURNAL_TYPE, placeOfSessionKey } from '../../platform/session-keys.ts';
import { withDeadline } from '../deadline.ts';
import { type Lease, whileHeld } from '../lease.ts';

/** About 40 MB for one session; beyond that the oldest entries are read again. */
const CACHE_ENTRIES = 20_000;
/** Longer ones do not fit into an index. */
const MAX_ID_CHARS = 500;
/** To whom a group's key was given: read anew each time, so that nobody who was erased is written back. */
const UNCACHED_TYPE = 'sender-key-memory';

/** Another process owns the session now, or may: nothing was written. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease of this session is not held any more');
    this.name = 'LeaseLostError';
  }
}

export interface SessionStoreDeps {
  /** Its commits need no notification: no console shows keys. */
  db: Database;
  secrets: Secrets;
  lease: Lease;
}

export interface KeyStoreOptions {
  /** A lost query must become an error: one that never returns makes the session deaf (hazard H5). */
  deadlineMs: number;
  /**
   * Called when the database failed; from now on nothing is written. It runs before the library learns of
   * it, which would report the message to WhatsApp as unreadable: end the socket, and the message comes again.
   */
  onFailure(): void;
}

/** The keys as one socket sees them. */
export interface KeyStore extends SignalKeyStore {
  /**
   * Writes nothing from now on; resolves when writes under way are done. A message that a dead socket decrypts cannot
   * be shown any more, so it must stay undecrypted for the next one.
   */
  close(): Promise<void>;
}

/**
 * A session's Signal keys as encrypted rows. A `set` is one statement for the whole map, fenced by the lease's number,
 * so a step of the ratchet is stored whole or not at all, and never by a process that lost the session (hazard H18).
 */
export function createKeyStore(deps: SessionStoreDeps, options: KeyStoreOptions): KeyStore {
  const { db, lease } = deps;
  const { deadlineMs } = options;
  const codec = createCodec(deps);
  const cache = createKeyCache();
  const writing = new Set<Promise<unknown>>();
  let closed = false;

  async function answered<T>(query: Promise<T>): Promise<T> {
    try {
      return await withDeadline(deadlineMs, query);
    } catch (error) {
      if (!closed && !isFaultOfContent(error)) {
        closed = true;
        options.onFailure();
      }
      throw error;
    }
  }

  return {
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const unknown = ids.filter((id) => isStorable(id) && !cache.has(cacheKey(type, id)));
      if (unknown.length > 0) {
        const found = await answered(
          db.readCompany(lease.companyId, (tx) => readKeys(tx, lease, type, unknown)),
        );
        const values = new Map(found.map((row) => [row.id, row.value]));
        for (const id of unknown) {
          const key = cacheKey(type, id);
          // A `set` that committed during our read is newer.
          if (cache.has(key)) continue;
          const value = values.get(id);
          cache.remember(key, value ? codec.decode(type, id, value) : null);
        }
      }
      const result: { [id: string]: SignalDataTypeMap[T] } = {};
      for (const id of ids) {
        const value = cache.get(cacheKey(type, id));
        if (value === null || value === undefined) continue;
        result[id] = value as SignalDataTypeMap[T];
      }
      if (type === UNCACHED_TYPE) for (const id of ids) cache.forget(cacheKey(type, id));
      return result;
    },

    async set(data) {
      const entries = Object.entries(data).flatMap(([type, values]) =>
        Object.entries(values ?? {})
          .map(([id, value]) => ({ type, id, value: value as unknown }))
          .filter(({ id }) => isStorable(id)),
      );
      if (entries.length === 0) return;
      if (closed) throw new Error('the socket of these keys is closed');
      if (lease.lost.aborted) throw new LeaseLostError();
      const rows = entries.map(({ type, id, value }) => ({
        type,
        id,
        value: value === null || value === undefined ? null : codec.encode(type, id, value),
      }));
      const written = db.withCompany(lease.companyId, (tx) => writeKeys(tx, lease, rows));
      writing.add(written);
      const held = await answered(written).finally(() => writing.delete(written));
      if (!held) {
        lease.lose('the database says so');
        throw new LeaseLostError();
      }
      crashAt('keys.committed');
      for (const { type, id, value } of entries)
        if (type !== JOURNAL_TYPE && type !== UNCACHED_TYPE)
          cache.remember(cacheKey(type, id), value ?? null);
    },

    async close() {
      closed = true;
      await withDeadline(deadlineMs, Promise.allSettled(writing)).catch(() => {});
    },
  };
}

/** What was read or written last. It is written only after the commit, so it never runs ahead of the table. */
function createKeyCache() {
  /** null: known to be absent. */
  const entries = new Map<string, unknown>();
  return {
    has: (key: string): boolean => entries.has(key),
    get: (key: string): unknown => entries.get(key),
    forget: (key: string): void => void entries.delete(key),
    remember(key: string, value: unknown): void {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > CACHE_ENTRIES)
        for (const oldest of entries.keys()) return void entries.delete(oldest);
    },
  };
}

/** The id of a sender key holds a group's name that its author made up: an id that fits into no row is not stored. */
function isStorable(id: string): boolean {
  return id.length <= MAX_ID_CHARS && !id.includes('\0');
}

/** The database refuses these very rows, and would again. */
function isFaultOfContent(error: unknown): boolean {
  return /^(22|23|54)/.test(String((error as { code?: unknown }).code));
}

interface KeyRow {
  type: string;
  id: string;
  /** null: delete. */
  value: Buffer | null;
}

async function readKeys(tx: Tx, lease: Lease, type: string, ids: string[]) {
  return tx<{ id: string; value: Buffer }[]>`
    select id, value from session_keys
    where company_id = ${lease.companyId} and connection_id = ${lease.connectionId}
      and type = ${type} and id = any (${ids})`;
}

async function writeKeys(tx: Tx, lease: Lease, rows: KeyRow[]): Promise<boolean> {
  const [answer] = await tx<{ held: boolean | null }[]>`
    with held as materialized (select ${whileHeld(tx, lease)} as ok),
    given as (
      select * from unnest(${rows.map((row) => row.type)}::text[], ${rows.map((row) => row.id)}::text[],
        ${rows.map((row) => row.value?.toString('base64') ?? null)}::text[]) as g (type, id, value)),
    gone as (
      delete from session_keys k using given g, held
      where held.ok and g.value is null and k.company_id = ${lease.companyId}
        and k.connection_id = ${lease.connectionId} and k.type = g.type and k.id = g.id),
    kept as (
      insert into session_keys (company_id, connection_id, type, id, value)
      select ${lease.companyId}, ${lease.connectionId}, g.type, g.id, decode(g.value, 'base64')
      from given g, held where held.ok and g.value is not null and g.type <> ${JOURNAL_TYPE}
      on conflict (company_id, connection_id, type, id) do update set value = excluded.value),
    journal as (
      insert into inbound_journal (company_id, connection_id, chat, wa_id, stanza)
      select ${lease.companyId}, ${lease.connectionId}, split_part(g.id, ' ', 1),
        substr(g.id, strpos(g.id, ' ') + 1), decode(g.value, 'base64')
      from given g, held where held.ok and g.type = ${JOURNAL_TYPE}
      on conflict (company_id, connection_id, chat, wa_id) do update set stanza = excluded.stanza)
    select ok as held from held`;
  crashAt('keys.written');
  return answer?.held === true;
}

const cacheKey = (type: string, id: string) => `${type}/${id}`;

/** JSON with the library's own rules for bytes, encrypted so that it opens only as this entry. */
export function createCodec({ secrets, lease }: Pick<SessionStoreDeps, 'secrets' | 'lease'>) {
  const place = (type: string, id: string) => placeOfSessionKey({ ...lease, type, id });
  return {
    encode: (type: string, id: string, value: unknown) =>
      secrets.seal(Buffer.from(JSON.stringify(value, BufferJSON.replacer)), place(type, id)),
    decode(type: string, id: string, sealed: Uint8Array): unknown {
      const value: unknown = JSON.parse(
        secrets.open(sealed, place(type, id)).toString('utf8'),
        BufferJSON.reviver,
      );
      return type === 'app-state-sync-key'
        ? proto.Message.AppStateSyncKeyData.fromObject(value as { [field: string]: unknown })
        : value;
    },
  };
}
