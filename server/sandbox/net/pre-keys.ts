/** Keys at the server: a client uploads its pre-keys and fetches the bundles of others. */

import { createHash } from 'node:crypto';
import type { Connection } from '../model.ts';
import { bundleNodes, parseSignedKey, registrationNode } from '../phones/signal-device.ts';
import { bytes, child, childrenOf, deviceOf, type Node, n, uint } from '../wire/nodes.ts';
import { result } from './answers.ts';

export async function handleKeys(conn: Connection, iq: Node, first?: Node): Promise<void> {
  const { device } = conn;
  if (iq.attrs.type === 'get') {
    if (first?.tag === 'count')
      return conn.send(result(iq, [n('count', { value: device?.preKeys.size ?? 0 })]));
    if (first?.tag === 'digest') return conn.send(result(iq, [digest(conn)]));
    if (first?.tag === 'key') return conn.send(result(iq, [n('list', {}, await bundles(conn, first))]));
  }
  if (device) store(conn, iq, first);
  return conn.send(result(iq));
}

/** An absent digest makes the client upload its keys again, so there is always one. */
function digest(conn: Connection): Node {
  const { registrationId, identityKey } = conn.device!.identity;
  return n('digest', {}, [
    registrationNode(registrationId),
    n('type', {}, Buffer.from([5])),
    n('identity', {}, identityKey),
    n('hash', {}, createHash('sha1').update(identityKey).digest()),
  ]);
}

async function bundles(conn: Connection, request: Node): Promise<Node[]> {
  const { world } = conn;
  const users: Node[] = [];
  for (const user of childrenOf(request, 'user')) {
    const jid = user.attrs.jid!;
    const account = world.find(jid);
    const id = deviceOf(jid);
    const bundle = id ? account?.linked.get(id)?.takeBundle() : await account?.primary.bundle();
    const missing = n('error', { code: 404, text: 'item-not-found' });
    users.push(
      n(
        'user',
        { jid },
        bundle ? [registrationNode(bundle.registrationId), ...bundleNodes(bundle)] : [missing],
      ),
    );
  }
  return users;
}

function store(conn: Connection, iq: Node, first?: Node): void {
  const device = conn.device!;
  const uploaded = childrenOf(child(iq, 'list'), 'key');
  for (const key of uploaded) device.preKeys.set(uint(child(key, 'id')), bytes(child(key, 'value')));
  const signed = child(first?.tag === 'rotate' ? first : iq, 'skey');
  if (signed) device.identity.signedPreKey = parseSignedKey(signed);
}
