/** Routes a client's `<message>`: acks or refuses it, then passes it to each phone and companion it is for. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection, LinkedDevice } from '../model.ts';
import { type Arrival, arrive } from '../phones/arrival.ts';
import { bare, child, childrenOf, deviceOf, type Node, n, nowS, userOf } from '../wire/nodes.ts';

/** The error code with which WhatsApp refuses messages of an account that it restricts. */
const RESTRICTED = '463';

export async function routeMessage(conn: Connection, node: Node): Promise<void> {
  const { world } = conn;
  const sender = conn.device!;
  const to = node.attrs.to!;
  const error =
    sender.account.nackNext.shift() ?? (sender.account.restriction === 'sending' ? RESTRICTED : undefined);
  record(sender, node, error);
  if (world.ackDelayMs) await sleep(world.ackDelayMs);
  const { id, participant } = node.attrs;
  if (!world.withholdAcks)
    await conn.send(n('ack', { class: 'message', id, from: to, t: nowS(), error, participant }));
  if (error) return;
  world.emit('clientMessage', node, sender);
  for (const copy of copiesOf(node)) await fanOut(conn, sender, node, copy);
  const direct = child(node, 'enc');
  if (direct?.attrs.type === 'skmsg') await toGroup(sender, node, direct);
}

/** Enters a companion's message into the ledger; peer messages between own devices are not people's. */
function record(sender: LinkedDevice, node: Node, error: string | undefined): void {
  const { world, number } = sender.account;
  const { id, to, category } = node.attrs;
  if (category === 'peer' || !id || !to) return;
  const group = world.groups.get(to);
  const recipients = group
    ? [...group.members].filter((member) => member !== sender.account).map((member) => member.number)
    : [world.find(to)?.number ?? userOf(to)];
  const entry = world.ledger.open(
    { id, from: number, to: group ? to : recipients[0]!, sentBy: sender.id, chat: to },
    recipients,
  );
  world.ledger.update(entry, {
    transmissions: entry.transmissions + 1,
    server: error ? 'refused' : 'accepted',
    ...(error ? { error } : {}),
  });
}

interface Copy {
  jid: string;
  enc: Node;
}

/** The pairwise encrypted copies of a message, by recipient device. */
function copiesOf(node: Node): Copy[] {
  const copies = childrenOf(child(node, 'participants'), 'to').map((to) => ({
    jid: to.attrs.jid!,
    enc: child(to, 'enc')!,
  }));
  const direct = child(node, 'enc');
  if (direct && direct.attrs.type !== 'skmsg')
    copies.push({ jid: node.attrs.participant ?? node.attrs.to!, enc: direct });
  return copies;
}

async function fanOut(conn: Connection, sender: LinkedDevice, node: Node, copy: Copy): Promise<void> {
  const { jid, enc } = copy;
  const account = conn.world.find(jid);
  if (!account) return void conn.world.unhandled.push(node);
  const id = deviceOf(jid);
  if (id) {
    const device = account.linked.get(id);
    const identity = child(node, 'device-identity');
    if (device) await forward(device, sender, node, identity ? [enc, identity] : [enc]);
    return;
  }
  const own = account === sender.account;
  // a retried copy for our own phone names it in `to`; the chat is then the phone's own jid
  const to = node.attrs.to!;
  const chat = own && !to.endsWith('@g.us') && !child(node, 'participants') ? jid : to;
  await arrive(account, { sender, node, enc, chat, own });
}

async function toGroup(sender: LinkedDevice, node: Node, enc: Node): Promise<void> {
  const chat = node.attrs.to!;
  for (const member of sender.account.world.groupMembers(chat)) {
    const arrival: Arrival = { sender, node, enc, chat, own: false };
    if (member !== sender.account) await arrive(member, arrival);
    for (const device of member.linked.values())
      if (device !== sender) await forward(device, sender, node, [enc]);
  }
}

/** Another real client is the reader: the ciphertext is passed on unchanged. */
async function forward(
  device: LinkedDevice,
  sender: LinkedDevice,
  node: Node,
  content: Node[],
): Promise<void> {
  const { id, to, type, edit } = node.attrs;
  const notify = sender.account.name;
  await device.deliver(
    `${id}/${sender.pnJid}/${content[0]!.attrs.type}`,
    n('message', { ...addressOf(device, sender, to!), id, t: nowS(), type, notify, edit }, content),
  );
}

function addressOf(device: LinkedDevice, sender: LinkedDevice, to: string): Record<string, string> {
  if (to.endsWith('@g.us'))
    return {
      from: to,
      participant: sender.lidJid,
      participant_pn: bare(sender.pnJid),
      addressing_mode: 'lid',
    };
  const lid = to.endsWith('@lid');
  const from = lid ? sender.lidJid : sender.pnJid;
  if (device.account === sender.account) return { from, recipient: to };
  return { from, [lid ? 'sender_pn' : 'sender_lid']: lid ? bare(sender.pnJid) : bare(sender.lidJid) };
}
