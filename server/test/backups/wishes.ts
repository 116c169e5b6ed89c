import { createContact, updateContact } from '@balcao/shared/features/contacts/calls.ts';
import { expect } from 'vitest';
import { redoWishes } from '../../src/backup/wishes/redo-wishes.ts';
import type { Config } from '../../src/config.ts';
import { addressKey } from '../../src/platform/db/address-key.ts';
import { openDatabase } from '../../src/platform/db/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { createSecrets } from '../../src/platform/secrets.ts';
import type { SyncApi } from '../../src/sync/testing/sync-api.ts';
import type { CompanyFixture } from '../fixtures.ts';

/** What people ask for after the moment that one goes back to. */

const NUMBER = '5511987650077';

/** @returns asks to be left alone, of a server that will be lost */
export async function addAsker(server: SyncApi, company: CompanyFixture): Promise<() => Promise<void>> {
  const token = await server.signIn(company.admin);
  const body = { name: 'Quer sossego', number: NUMBER };
  const { id } = await server.call(createContact, { token, body });
  return async () => {
    const again = await server.signIn(company.admin);
    await server.call(updateContact, { token: again, params: { contactId: id }, body: { optedOut: true } });
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

export async function expectLeftAlone({ admin }: SyncApi): Promise<void> {
  const asked = await admin`select opted_out_by from contacts where number = ${NUMBER}`;
  expect([...asked]).toEqual([{ opted_out_by: 'person' }]);
}
