/** What a phone says of messages it got, and how its owner waits for one. */

import type { Account, IncomingForAccount, LinkedDevice, ReceiptKind } from '../model.ts';
import { n, nowS } from '../wire/nodes.ts';

/** Confirms messages to the companion they came from. */
export async function sendReceipt(
  account: Account,
  device: LinkedDevice,
  { ids, kind, chat }: { ids: string[]; kind: ReceiptKind; chat: string },
): Promise<void> {
  const { ledger } = account.world;
  for (const id of ids) ledger.mark(ledger.get(device.account.number, id), account.number, kind);
  const [first, ...rest] = ids;
  const attrs = {
    id: first,
    from: chat,
    t: nowS(),
    type: kind === 'delivered' ? undefined : kind,
    participant: chat.endsWith('@g.us') ? account.jid() : undefined,
  };
  const list = rest.map((id) => n('item', { id }));
  await device.deliver(
    `receipt/${first}/${kind}/${account.pnJid}`,
    n('receipt', attrs, list.length ? [n('list', {}, list)] : undefined),
  );
}

/** A message of another simulated phone arrives, and is read where receipts say so. */
export function showFromPhone(account: Account, from: string, id: string): void {
  const { ledger } = account.world;
  const entry = ledger.get(from, id);
  ledger.mark(entry, account.number, 'arrived');
  if (account.receipts !== 'none') ledger.mark(entry, account.number, 'delivered');
  if (account.receipts === 'read') ledger.mark(entry, account.number, 'read');
}

/** The first message, received or still to come, that matches. */
export function receivedMessage(
  account: Account,
  match: (m: IncomingForAccount) => boolean,
  timeoutMs: number,
): Promise<IncomingForAccount> {
  const hit = account.received.find(match);
  if (hit) return Promise.resolve(hit);
  return new Promise((resolve, reject) => {
    const listener = (m: IncomingForAccount) => {
      if (!match(m)) return;
      clearTimeout(timer);
      account.off('message', listener);
      resolve(m);
    };
    const timer = setTimeout(() => {
      account.off('message', listener);
      reject(new Error(`${account.name}: no matching message within ${timeoutMs} ms`));
    }, timeoutMs);
    account.on('message', listener);
  });
}
