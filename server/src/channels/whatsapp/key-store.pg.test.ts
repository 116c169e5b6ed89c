import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyPair, proto } from '@whiskeysockets/baileys';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimLease } from '../../../test/claim-lease.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type CompanyFixture, createCompany } from '../../../test/fixtures.ts';
import { type Database, openDatabase } from '../../platform/db/database.ts';
import { createSecrets, type Secrets } from '../../platform/secrets.ts';
import { DeadlineError } from '../deadline.ts';
import { createKeyStore, LeaseLostError, type SessionStoreDeps } from './key-store.ts';

const log = pino({ level: 'silent' });
const pair = (byte: number): KeyPair => ({
  public: Buffer.alloc(32, byte),
  private: Buffer.alloc(32, byte + 1),
});

describe('the key store', () => {
  let database: TestDatabase;
  let db: Database;
  let secrets: Secrets;
  let company: CompanyFixture;

  beforeAll(async () => {
    database = await createTestDatabase();
    db = openDatabase({ url: database.url, name: 'test', poolSize: 4, onCommit: () => {} });
    secrets = createSecrets({ keyFile: join(await mkdtemp(join(tmpdir(), 'balcao-keys-')), 'secret.key') });
    company = await createCompany(database.admin, 'Chaves');
  });
  afterAll(async () => {
    await db.close();
    await database.close();
  });

  async function claim(owner: string, ttlMs = 60_000) {
    return claimLease({ db, log }, { id: owner, ttlMs }, company);
  }
  const open = (lease: SessionStoreDeps['lease'], deadlineMs = 8_000) =>
    createKeyStore({ db, secrets, lease }, { deadlineMs, onFailure: () => (failures += 1) });
  let failures = 0;
  const stored = async () =>
    Number((await database.admin`select count(*)::int as n from session_keys`)[0]?.n);

  it('gives back what was stored, from another process too, and forgets what was deleted', async () => {
    const lease = await claim('first');
    if (!lease) throw new Error('no lease');
    const keys = open(lease);
    const appStateKey = proto.Message.AppStateSyncKeyData.fromObject({ keyData: Buffer.from('app state') });
    await keys.set({
      'pre-key': { '1': pair(1), '2': pair(2) },
      session: { 'a.0': Buffer.from('session') },
      'app-state-sync-key': { k: appStateKey },
    });
    await keys.set({ 'pre-key': { '1': null }, session: { 'a.0': Buffer.from('later') } });

    const again = open(lease);
    for (const store of [keys, again]) {
      expect(await store.get('pre-key', ['1', '2', '3'])).toEqual({ '2': pair(2) });
      expect(await store.get('session', ['a.0'])).toEqual({ 'a.0': Buffer.from('later') });
    }
    expect((await again.get('app-state-sync-key', ['k'])).k).toBeInstanceOf(
      proto.Message.AppStateSyncKeyData,
    );
    const [row] = await database.admin`select value from session_keys where type = 'session'`;
    expect(Buffer.from(row?.value).includes('later')).toBe(false);
    await lease.release();
  });

  it('reads anew to whom the key of a group was given: somebody may have been erased since', async () => {
    const lease = await claim('groups');
    if (!lease) throw new Error('no lease');
    const keys = open(lease);
    const members = { group: { 'a:1': true } };
    await keys.set({ 'sender-key-memory': members });
    expect(await keys.get('sender-key-memory', ['group'])).toEqual(members);
    await database.admin`delete from session_keys where type = 'sender-key-memory'`;
    expect(await keys.get('sender-key-memory', ['group'])).toEqual({});
    await lease.release();
  });

  it('writes nothing once somebody else has the session, even if it does not know yet', async () => {
    const frozen = await claim('frozen', 30_000);
    if (!frozen) throw new Error('no lease');
    const keys = open(frozen);
    expect(await claim('second')).toBeNull();
    // Time passes while the owner does not notice.
    await database.admin`update processes set expires_at = now() - interval '1 second'`;
    const second = await claim('second');
    expect(second?.epoch).toBe(frozen.epoch + 1);
    const before = await stored();
    expect(frozen.isHeld()).toBe(true);
    await expect(keys.set({ session: { 'b.0': Buffer.from('stale') } })).rejects.toBeInstanceOf(
      LeaseLostError,
    );
    expect(await stored()).toBe(before);
    // Now it knows, and gives up before its next renewal.
    expect(frozen.isHeld()).toBe(false);
    expect(await keys.get('session', ['b.0'])).toEqual({});
    await frozen.release();
    expect(second?.isHeld()).toBe(true);
    await second?.release();
  });

  it('answers with an error when the database does not answer, and works afterwards (hazard H5)', async () => {
    const lease = await claim('patient');
    if (!lease) throw new Error('no lease');
    const keys = open(lease, 200);
    await database.admin.begin(async (tx) => {
      await tx`lock table session_keys in access exclusive mode`;
      await expect(keys.get('session', ['c.0'])).rejects.toBeInstanceOf(DeadlineError);
      await expect(open(lease, 200).set({ session: { 'c.0': Buffer.from('x') } })).rejects.toBeInstanceOf(
        DeadlineError,
      );
    });
    expect(failures).toBe(2);
    expect(await open(lease).get('pre-key', ['2'])).toEqual({ '2': pair(2) });
    await lease.release();
  });
});
