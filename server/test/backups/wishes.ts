import { createContact, updateContact } from '@balcao/shared/features/contacts/calls.ts';
import { getFileOfContact } from '@balcao/shared/features/data-subjects/calls.ts';
import { eraseContact, listErasures } from '@balcao/shared/features/data-subjects/erasures.ts';
import { expect } from 'vitest';
import { redoWishes } from '../../src/backup/wishes/redo-wishes.ts';
import type { Config } from '../../src/config.ts';
import { tracesOf } from '../../src/modules/data-subjects/testing/left.ts';
import { list } from '../../src/modules/data-subjects/testing/traces.ts';
import { addressKey } from '../../src/platform/db/address-key.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import type { SyncApi } from '../../src/sync/testing/sync-api.ts';
import type { CompanyFixture } from '../fixtures.ts';

/** What people ask for after the moment that one goes back to. */

const NUMBER = '5511987650077';
const ERASED = '5511987650078';
const DAY_MS = 24 * 60 * 60_000;

/** @returns one asks to be left alone, another one to be erased, of a server that will be lost */
export async function addAskers(server: SyncApi, company: CompanyFixture): Promise<() => Promise<void>> {
  const token = await server.signIn(company.admin);
  const add = (name: string, number: string) => server.call(createContact, { token, body: { name, number } });
  const alone = await add('Quer sossego', NUMBER);
  const erased = await add('Quer sumir', ERASED);
  await list(server.admin, company.companyId, { name: 'Quer sumir', number: ERASED });
  return async () => {
    const again = await server.signIn(company.admin);
    const call = { token: again, params: { contactId: alone.id } };
    await server.call(updateContact, { ...call, body: { optedOut: true } });
    const params = { contactId: erased.id };
    const { digest } = await server.call(getFileOfContact, { token: again, params });
    await server.call(eraseContact, { token: again, params, body: { digest } });
    await server.run('erasures', new Date(Date.now() + DAY_MS + 60_000));
    await server.run('wishes');
  };
}

/** As each server does before anybody can sign in. */
export async function redoOn(url: string, config: Config, { passesOver = false } = {}): Promise<void> {
  const secrets = createSecrets({ keyFile: config.secretKeyFile });
  const key = addressKey(secrets);
  const db = openDatabase({ url, name: 'balcao-test', poolSize: 2, addressKey: key, onCommit: () => {} });
  const log = createLog({ logLevel: 'silent' });
  try {
    await redoWishes({ db, url, backup: config.backup, secrets, log, passesOver, onWait: async () => {} });
  } finally {
    await db.close();
  }
}

/** One is left alone, and of the other one nothing came back. */
export async function expectWishes(server: SyncApi, company: CompanyFixture): Promise<void> {
  const { admin } = server;
  const asked = await admin`select opted_out_by from contacts where number = ${NUMBER}`;
  expect([...asked]).toEqual([{ opted_out_by: 'person' }]);
  // It ends when nothing waits for its files.
  await server.run('erasures');
  expect(await tracesOf(admin, company, [], ERASED)).toEqual({});
  const { erasures } = await server.call(listErasures, { token: await server.signIn(company.admin) });
  expect(erasures).toMatchObject([{ state: 'done', askedBy: null, name: null, counts: { lists: 1 } }]);
}
