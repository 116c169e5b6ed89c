/** A phone that has network again handles what waited for it. */

import type { Account } from '../model.ts';
import { readReceipt } from '../net/receipts.ts';
import { receive } from './arrival.ts';
import type { MailboxItem } from './mailbox.ts';
import { showFromPhone } from './receiving.ts';
import { sendWaiting } from './sending.ts';

/** An item stays in the mailbox until it is handled, so that what comes meanwhile queues behind it. */
export async function emptyMailbox(account: Account): Promise<void> {
  const { world } = account;
  for (let item = account.mailbox[0]; item && account.online; item = account.mailbox[0]) {
    await handleWaiting(account, item).catch((err) => world.emit('phoneError', err as Error, account));
    account.mailbox.shift();
  }
}

async function handleWaiting(account: Account, item: MailboxItem): Promise<void> {
  if (item.what === 'send') return sendWaiting(account, item.id);
  if (item.what === 'fromPhone') return showFromPhone(account, item.from, item.id);
  const sender = account.world.numbered(item.from.number).device(item.from.device);
  if (!sender) return;
  if (item.what === 'receipt') return readReceipt(account, sender, item.node);
  return receive(account, { ...item, sender });
}
