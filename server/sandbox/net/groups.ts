/** Groups: their members and subject, and the queries about them. */
import type { Connection, Group } from '../model.ts';
import { bytes, childrenOf, kids, type Node, n, userOf } from '../wire/nodes.ts';
import { failure, result } from './answers.ts';

export async function handleGroup(conn: Connection, iq: Node): Promise<void> {
  const { world } = conn;
  const [first] = kids(iq);
  const us = conn.device!.account;
  if (first?.tag === 'participating') {
    const ours = [...world.groups.values()].filter((group) => group.members.has(us));
    return conn.send(result(iq, [n('groups', {}, ours.map(groupNode))]));
  }
  if (first?.tag === 'create') {
    const members = childrenOf(first, 'participant').flatMap(({ attrs }) => world.find(attrs.jid!) ?? []);
    return conn.send(result(iq, [groupNode(world.createGroup(first.attrs.subject!, [us, ...members]))]));
  }
  const group = world.groups.get(iq.attrs.to ?? '');
  if (!group) return conn.send(failure(iq, 404, 'item-not-found'));
  if (first?.tag === 'query') return conn.send(result(iq, [groupNode(group)]));
  if (first?.tag === 'subject') group.subject = bytes(first).toString();
  return conn.send(result(iq));
}

function groupNode(group: Group): Node {
  const { creator, createdAt, members } = group;
  const participants = [...members].map((member) =>
    n('participant', {
      jid: member.lidJid,
      phone_number: member.pnJid,
      type: member === creator ? 'superadmin' : undefined,
    }),
  );
  const attrs = {
    id: userOf(group.jid),
    subject: group.subject,
    s_t: createdAt,
    s_o: creator.lidJid,
    creation: createdAt,
    creator: creator.lidJid,
    creator_pn: creator.pnJid,
    addressing_mode: 'lid',
    size: members.size,
  };
  return n('group', attrs, participants);
}
