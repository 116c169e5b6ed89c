import { setTimeout as sleep } from 'node:timers/promises';
import { type AuthenticationCreds, BufferJSON, initAuthCreds } from '@whiskeysockets/baileys';
import type { Tx } from '../../platform/db/client.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Log } from '../../platform/log.ts';
import { withDeadline } from '../deadline.ts';
import { whileHeld } from '../lease.ts';
import { LeaseLostError, type SessionStoreDeps } from './key-store.ts';

const DEADLINE_MS = 8_000;
const RETRY_MS = 500;

export interface Credentials {
  readonly creds: AuthenticationCreds;
  /** Whether a phone is linked: the next login then needs no QR code. */
  isLinked(): boolean;
  /** Writes the current creds; several calls during one write become one more write. */
  save(): void;
  /** Resolves when every requested write is done, or cannot happen any more. */
  settled(): Promise<void>;
  /** Deletes the session, keys included. The history is elsewhere and stays. */
  forget(): Promise<void>;
}

/**
 * The session's identity, one encrypted row. A stored row of an older generation counts as absent: an admin requested
 * a new QR code meanwhile.
 */
export async function loadCredentials(
  deps: SessionStoreDeps & { log: Log },
  generation: number,
): Promise<Credentials> {
  const { lease, log } = deps;
  const row = createCredentialsRow(deps, generation);
  const stored = await row.load();
  const creds = stored ?? initAuthCreds();
  // Keys without creds are left over from an attempt that never was linked.
  if (!stored) await row.forget();
  crashAt('session.loaded');

  let wished = false;
  let writing: Promise<void> | null = null;
  let forgotten = false;

  async function writeAll(): Promise<void> {
    while (wished && !forgotten) {
      wished = false;
      try {
        await row.write(creds);
      } catch (error) {
        if (error instanceof LeaseLostError) break;
        log.error({ err: error, connectionId: lease.connectionId }, 'credentials not saved, trying again');
        wished = true;
        await sleep(RETRY_MS);
      }
    }
    // Cleared in the same step as the last look at `wished`, so that no request falls in between.
    writing = null;
  }

  return {
    creds,
    isLinked: () => creds.me !== undefined && creds.account !== undefined,
    save() {
      if (forgotten) return;
      wished = true;
      writing ??= writeAll();
    },
    async settled() {
      while (writing) await writing;
    },
    async forget() {
      forgotten = true;
      while (writing) await writing;
      await row.forget();
      crashAt('creds.forgotten');
    },
  };
}

/** The sealed row of credentials, fenced by the lease. Forgetting it forgets the keys that belong to it. */
function createCredentialsRow({ db, secrets, lease }: SessionStoreDeps, generation: number) {
  const { companyId, connectionId } = lease;
  const place = `session_credentials/${companyId}/${connectionId}`;
  const mine = (tx: Tx) => tx`company_id = ${companyId} and connection_id = ${connectionId}`;

  async function forgetIn(tx: Tx): Promise<void> {
    await tx`with held as materialized (select ${whileHeld(tx, lease)} as ok),
      keys as (delete from session_keys using held where held.ok and ${mine(tx)})
      delete from session_credentials using held where held.ok and ${mine(tx)}`;
  }

  return {
    /** null: there is none, or one of an older generation, which is forgotten. */
    async load(): Promise<AuthenticationCreds | null> {
      const sealed = await db.withCompany(companyId, async (tx) => {
        const [row] = await tx<{ value: Buffer; generation: number }[]>`
          select value, generation from session_credentials where ${mine(tx)}`;
        if (row && row.generation < generation) await forgetIn(tx);
        return row && row.generation >= generation ? row.value : null;
      });
      if (!sealed) return null;
      return JSON.parse(
        secrets.open(sealed, place).toString('utf8'),
        BufferJSON.reviver,
      ) as AuthenticationCreds;
    },

    /** @throws LeaseLostError */
    async write(creds: AuthenticationCreds): Promise<void> {
      if (lease.lost.aborted) throw new LeaseLostError();
      const value = secrets.seal(Buffer.from(JSON.stringify(creds, BufferJSON.replacer)), place);
      const written = await withDeadline(
        DEADLINE_MS,
        db.withCompany(companyId, async (tx) => {
          const rows = await tx`
            insert into session_credentials (company_id, connection_id, generation, value)
            select ${companyId}, ${connectionId}, ${generation}, ${value}
            where ${whileHeld(tx, lease)}
            on conflict (company_id, connection_id) do update
              set value = excluded.value, generation = excluded.generation
            returning 1`;
          crashAt('creds.written');
          return rows;
        }),
      );
      crashAt('creds.committed');
      if (written.length === 0) throw new LeaseLostError();
    },

    forget: () => db.withCompany(companyId, forgetIn),
  };
}
