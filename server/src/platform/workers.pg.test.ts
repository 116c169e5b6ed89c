import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../test/database.ts';
import { eventually } from '../../test/eventually.ts';
import type { PhoneCompany } from '../../test/phone-company.ts';
import { type LocalWorld, startWorld } from '../../test/world.ts';
import { type SessionWorker, startSessionWorker } from './workers.ts';

const log = pino({ level: 'silent' });

describe('the session worker', () => {
  let world: LocalWorld;
  let company: PhoneCompany;
  let worker: SessionWorker | undefined;

  beforeAll(async () => {
    world = await startWorld({ database: createTestDatabase() });
    company = await world.addCompany();
  });
  afterAll(async () => {
    await worker?.stop();
    await world.stop();
  });

  const start = (whatsapp: Partial<LocalWorld['config']['whatsapp']> = {}) => {
    const config = { ...world.config, whatsapp: { ...world.config.whatsapp, ...whatsapp } };
    worker = startSessionWorker({ config, databaseUrl: world.database.url, log });
    return worker.ready;
  };
  const ownerPid = async () =>
    Number((await world.database.admin`select owner from connection_leases`)[0]?.owner?.split('/')[1] ?? 0);

  it('refuses a WhatsApp whose handshake is signed by another root: signatures are really checked', async () => {
    await start({ noiseRoot: '11'.repeat(32) });
    await company.request({ desired: 'running' });
    await company.connectionWith(
      (row) => row.status === 'DISCONNECTED' && row.reason === 'handshake_refused',
    );
    await worker?.stop();
  });

  it('is started again when it dies', async () => {
    await start();
    await company.request({ desired: 'running' });
    const { qrcode } = await company.connectionWith((row) => row.status === 'qrcode');
    const before = await ownerPid();
    process.kill(before, 'SIGKILL');
    // As if the dead process's seconds were over.
    await world.database.admin`update processes set expires_at = '-infinity'`;
    await eventually(ownerPid, (pid) => pid > 0 && pid !== before, 15_000);
    // What the dead one has shown still stands there.
    await company.connectionWith((row) => row.status === 'qrcode' && row.qrcode !== qrcode);
  });

  it('ends in order: the connection says so and its lease is free', async () => {
    await worker?.stop();
    expect(await company.connection()).toMatchObject({
      status: 'DISCONNECTED',
      reason: 'server_stopped',
      qrcode: null,
      desired: 'running',
    });
    const [lease] = await world.database.admin`select owner from connection_leases`;
    expect(lease?.owner).toBeNull();
  });
});
