import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import {
  addTransactionCapability,
  type SignalDataSet,
  type SignalDataTypeMap,
} from '@whiskeysockets/baileys';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { transactOneByOne } from './transactions.ts';

type Steps = { [id: string]: unknown };

/** Reads and writes the whole session with one more step, as libsignal does. */
it('a session keeps the steps of sending and of receiving that happen at the same time', async () => {
  const stored: Steps = { maria: [] };
  const keys = addTransactionCapability(
    {
      get: async <T extends keyof SignalDataTypeMap>(_type: T, [id = '']: string[]) =>
        ({ [id]: stored[id] }) as { [id: string]: SignalDataTypeMap[T] },
      set: async ({ session }: SignalDataSet) => void Object.assign(stored, session),
    },
    pino({ level: 'silent' }),
    { maxCommitRetries: 1, delayBetweenTriesMs: 1 },
  );
  transactOneByOne(keys);
  const network = Promise.withResolvers<void>();
  const step = async (name: string) => {
    const { maria } = (await keys.get('session', ['maria'])) as { maria?: unknown };
    await keys.set({ session: { maria: [...(maria as string[]), name] as never } });
  };

  const sending = keys.transaction(async () => {
    await step('sent');
    await network.promise;
  }, 'our own name');
  const receiving = keys.transaction(() => step('received'), 'maria');
  network.resolve();
  await Promise.all([sending, receiving]);
  expect(stored.maria).toEqual(['sent', 'received']);
});

/** The library's queue of a customer's address, which all accounts of a process share. */
const { resolve } = createRequire(import.meta.url);
const queueJob: <T>(address: string, job: () => Promise<T>) => Promise<T> = createRequire(
  resolve('@whiskeysockets/baileys'),
)('libsignal/src/queue_job.js');

/** The library finds the transaction of a step by its asynchronous context. */
it('a step of one account is in its own transaction while another account writes to the same person', async () => {
  const transaction = new AsyncLocalStorage<string>();
  const mine = async () => transaction.getStore();
  const network = Promise.withResolvers<void>();
  const steps = [
    transaction.run('of one account', () => queueJob('maria.0', () => network.promise.then(mine))),
    transaction.run('of another', () => queueJob('maria.0', mine)),
    transaction.run('of one account, later', () => queueJob('maria.0', mine)),
  ];
  network.resolve();
  expect(await Promise.all(steps)).toEqual(['of one account', 'of another', 'of one account, later']);
});
