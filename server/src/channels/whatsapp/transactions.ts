import type { SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys';

/** This must not be the name of a key type: the library has a lock under each of those too. */
const LOCK = 'everything';

/**
 * The library reads whole Signal sessions in a transaction and writes them at its end, but locks sending by our own
 * name and receiving by the sender's: the second of two transactions on one session undoes the first, the same key
 * opens two messages, and the customer's phone can read neither. So there is one transaction at a time. To be removed
 * when Baileys locks what it writes.
 */
export function transactOneByOne(keys: SignalKeyStoreWithTransaction): void {
  const transaction = keys.transaction.bind(keys);
  keys.transaction = (work) => transaction(work, LOCK);
}
