/** A companion's `<receipt>`: it confirms deliveries, moves ticks, or requests a resend. */
import type { Account, Connection, LinkedDevice } from '../model.ts';
import { uploadAgain } from '../phones/media-retry.ts';
import { sendAgain } from '../phones/sending.ts';
import { kids, type Node, n } from '../wire/nodes.ts';

/** Receipt types that move the ticks; `inactive` is a delivery to a client that is not in view. */
const TICKS: Record<string, 'delivered' | 'read' | 'played'> = {
  '': 'delivered',
  inactive: 'delivered',
  read: 'read',
  played: 'played',
};

/** The server's part: confirm, ack, and pass on to the phone, which may be offline. */
export async function routeReceipt(conn: Connection, node: Node): Promise<void> {
  const { world } = conn;
  const device = conn.device!;
  const { id, type, to, participant } = node.attrs;
  for (const one of type === 'retry' ? [id!] : idsOf(node)) device.confirmId(one);
  await conn.send(n('ack', { id, class: 'receipt', type, from: to }));
  const target = type === 'server-error' ? device.account : world.find(participant ?? to ?? '');
  if (!target) return;
  if (target.reachable) await readReceipt(target, device, node);
  else {
    const from = { number: device.account.number, device: device.id };
    target.mailbox.push({ what: 'receipt', from, node });
  }
  world.changed();
}

/** The phone's part. */
export async function readReceipt(account: Account, device: LinkedDevice, node: Node): Promise<void> {
  const { type } = node.attrs;
  if (type === 'server-error') return uploadAgain(account, device, node);
  account.receiptsSeen.push(node);
  const tick = TICKS[type ?? ''];
  const { ledger } = account.world;
  if (tick)
    for (const id of idsOf(node)) ledger.mark(ledger.get(account.number, id), device.account.number, tick);
  account.emit('receipt', node);
  if (type === 'retry') await sendAgain(account, device, node);
}

/** All message ids that a receipt is about. */
function idsOf(receipt: Node): string[] {
  const listed = kids(kids(receipt)[0]).flatMap((item) => item.attrs.id ?? []);
  return [receipt.attrs.id!, ...listed];
}
