/** Where the stanzas of a client go that has logged in. */

import type { Connection } from '../model.ts';
import { kids, type Node, n, nowS } from '../wire/nodes.ts';
import { handleIq } from './iq.ts';
import { routeReceipt } from './receipts.ts';
import { routeMessage } from './routing.ts';

export async function routeStanza(conn: Connection, node: Node): Promise<void> {
  switch (node.tag) {
    case 'iq':
      return handleIq(conn, node);
    case 'message':
      return routeMessage(conn, node);
    case 'receipt':
      return routeReceipt(conn, node);
    case 'ack':
      return acceptAck(conn, node);
    case 'call':
      return passCall(conn, node);
    case 'presence':
    case 'chatstate':
      return passPresence(conn, node);
    case 'ib':
      return;
    default:
      conn.world.unhandled.push(node);
  }
}

/** A client confirms one message, receipt, notification or call stanza. Receipts of several people share an id. */
function acceptAck(conn: Connection, node: Node): void {
  const { id, class: tag, type, to, participant } = node.attrs;
  for (const [key, { tag: waiting, attrs }] of conn.device?.pending ?? []) {
    const same = waiting === tag && attrs.id === id && attrs.type === type;
    if (!same || attrs.from !== to || attrs.participant !== participant) continue;
    conn.device?.confirm(key);
    break;
  }
  conn.world.emit('clientAck', node, conn);
  conn.world.changed();
}

async function passCall(conn: Connection, node: Node): Promise<void> {
  const { id, to } = node.attrs;
  conn.world.find(to ?? '')?.emit('call', node);
  await conn.send(n('ack', { id, class: 'call', type: kids(node)[0]?.tag, from: to }));
}

async function passPresence(conn: Connection, node: Node): Promise<void> {
  const { to, type } = node.attrs;
  const target = conn.world.find(to ?? '');
  (target ?? conn.device?.account)?.emit('presence', node);
  if (node.tag === 'chatstate' && target && conn.device) {
    const [state] = kids(node);
    const writing = state?.attrs.media === 'audio' ? 'recording' : 'composing';
    target.setTyping(conn.device.account.number, state?.tag === 'composing' ? writing : 'paused');
  }
  if (type === 'subscribe' && target)
    await conn.send(n('presence', { from: to, type: 'unavailable', last: nowS() - 60 }));
}
