/** The directory: who is on WhatsApp, with which devices, under which LID. */
import type { Account, Connection } from '../model.ts';
import { bare, bytes, child, childrenOf, kids, type Node, n, nowS, SERVER } from '../wire/nodes.ts';

/** The answer to a `usync` query. */
export function usync(conn: Connection, iq: Node): Node {
  const request = child(iq, 'usync')!;
  const wants = new Set(kids(child(request, 'query')).map((kid) => kid.tag));
  const users = childrenOf(child(request, 'list'), 'user').map((user) => lookUp(conn, user, wants));
  const { context, mode, sid } = request.attrs;
  return n('iq', { type: 'result', id: iq.attrs.id, from: SERVER }, [
    n('usync', { context, mode, sid, last: 'true', index: 0 }, [
      n(
        'result',
        {},
        [...wants].map((want) => n(want)),
      ),
      n('list', {}, users),
    ]),
  ]);
}

function lookUp(conn: Connection, user: Node, wants: Set<string>): Node {
  const asked = child(user, 'contact');
  const phone = asked && bytes(asked).toString();
  const jid = user.attrs.jid ?? (phone ? `${phone.replace(/\D/g, '')}@${SERVER}` : '');
  const account = conn.world.find(jid);
  const known = account?.onWhatsApp ? account : undefined;
  const byLid = jid.endsWith('@lid');
  const out: Node[] = [];
  if (wants.has('contact'))
    out.push(n('contact', { type: known ? 'in' : 'out' }, phone ? Buffer.from(phone) : undefined));
  if (wants.has('devices') && known) out.push(deviceList(known));
  if (wants.has('lid') && known && !byLid) out.push(n('lid', { val: known.lidJid }));
  if (wants.has('status') && known) out.push(n('status', { t: nowS() }, Buffer.from(known.about)));
  if (wants.has('disappearing_mode')) out.push(n('disappearing_mode', { duration: 0, t: nowS() }));
  return n('user', { jid: known ? (byLid ? known.lidJid : known.pnJid) : bare(jid) }, out);
}

function deviceList(account: Account): Node {
  const companions = [...account.linked.values()].map((device) =>
    n('device', { id: device.id, 'key-index': device.identity.keyIndex }),
  );
  return n('devices', {}, [
    n('device-list', { hash: '2:sandbox' }, [n('device', { id: 0 }), ...companions]),
    n('key-index-list', { ts: nowS() }),
  ]);
}
