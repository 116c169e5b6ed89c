/** Answers to the info queries of a client. Anything unknown gets an empty result and is listed in `world.unhandled`. */
import type { Connection } from '../model.ts';
import { handlePairingCodeIq } from '../phones/pairing-code.ts';
import { kids, type Node, n, nowS } from '../wire/nodes.ts';
import { failure, result } from './answers.ts';
import { syncAppState } from './app-state.ts';
import { usync } from './directory.ts';
import { handleGroup } from './groups.ts';
import { goLive } from './login.ts';
import { tellOrder } from './orders.ts';
import { handleKeys } from './pre-keys.ts';

const PRIVACY = ['last', 'online', 'profile', 'status', 'groupadd', 'calladd', 'readreceipts'];

export async function handleIq(conn: Connection, iq: Node): Promise<void> {
  const { world } = conn;
  const forced = world.iqFault?.(iq, conn);
  if (forced === 'drop') return;
  if (forced) return conn.send(failure(iq, forced.code, forced.text));
  const [first] = kids(iq);
  switch (iq.attrs.xmlns) {
    case 'encrypt':
      return handleKeys(conn, iq, first);
    case 'passive':
      await conn.send(result(iq));
      if (first?.tag === 'active') await goLive(conn);
      return;
    case 'usync':
      return conn.send(usync(conn, iq));
    case 'abt': {
      const props = { protocol: 1, hash: 'sandbox', refresh: 86400, refresh_id: 1 };
      return conn.send(result(iq, [n('props', props, [])]));
    }
    case 'blocklist':
      return conn.send(blocklist(conn, iq, first));
    case 'privacy':
      return conn.send(result(iq, privacy(conn, iq, first)));
    case 'w:m':
      return conn.send(result(iq, [mediaHosts(conn)]));
    case 'w:profile:picture':
      return conn.send(profilePicture(conn, iq, first));
    case 'w:sync:app:state':
      return conn.send(syncAppState(conn, iq));
    case 'w:g2':
      return handleGroup(conn, iq);
    case 'w:biz':
      return conn.send(result(iq, [n('business_profile', { v: 244 }, [])]));
    case 'md':
      return handleDevices(conn, iq, first);
    case 'fb:thrift_iq':
      return tellOrder(conn, iq, first);
    case 'w:mex':
      return conn.send(result(iq, [n('result', {}, Buffer.from(JSON.stringify({ data: {} })))]));
    case 'w:p':
    case 'urn:xmpp:whatsapp:dirty':
    case 'w:stats':
    case 'status':
    case 'disappearing_mode':
      return conn.send(result(iq));
    default:
      if (first?.tag !== 'ping') world.unhandled.push(iq);
      return conn.send(result(iq));
  }
}

/** The account's block list; people are named by their LID, and by their number as well to be blocked. */
function blocklist(conn: Connection, iq: Node, first?: Node): Node {
  const blocked = conn.device?.account.blocked ?? new Set<string>();
  const { jid = '', pn_jid = '', action } = first?.attrs ?? {};
  if (action === 'block' && conn.world.find(jid)?.pnJid !== pn_jid) return failure(iq, 400, 'bad-request');
  if (iq.attrs.type === 'set' && action === 'block') blocked.add(jid);
  if (iq.attrs.type === 'set' && action === 'unblock') blocked.delete(jid);
  const items = [...blocked].map((one) => n('item', { jid: one }));
  return result(iq, [n('list', { dhash: 'sandbox' }, items)]);
}

function privacy(conn: Connection, iq: Node, first?: Node): Node[] | undefined {
  if (iq.attrs.type === 'set') return first?.tag === 'tokens' ? [n('tokens', {}, [])] : undefined;
  const categories = PRIVACY.map((name) => n('category', { name, value: conn.world.privacy[name] ?? 'all' }));
  return [n('privacy', {}, categories)];
}

function mediaHosts(conn: Connection): Node {
  const { mediaTtl, mediaHost } = conn.world;
  const attrs = { auth: 'sandbox-auth', ttl: mediaTtl, auth_ttl: 21600, max_buckets: 12, id: 1 };
  return n('media_conn', attrs, [n('host', { hostname: mediaHost, maxContentLengthBytes: 100_000_000 })]);
}

function profilePicture(conn: Connection, iq: Node, first?: Node): Node {
  if (iq.attrs.type === 'set') return result(iq, [n('picture', { id: nowS() })]);
  conn.world.pictureQuestions++;
  const url = (conn.world.find(iq.attrs.target ?? '') ?? conn.device?.account)?.pictureUrl;
  if (!url) return failure(iq, 404, 'item-not-found');
  const type = first?.attrs.type ?? 'preview';
  return result(iq, [n('picture', { id: nowS(), type, url, direct_path: new URL(url).pathname })]);
}

/** Links and unlinks at the companion's request. */
async function handleDevices(conn: Connection, iq: Node, first?: Node): Promise<void> {
  const { world, device } = conn;
  if (first?.tag === 'remove-companion-device') {
    await conn.send(result(iq));
    if (!device) return;
    device.account.forget(device);
    world.emit('unlinkedByClient', device);
    return;
  }
  if (conn.passkey && first) return conn.passkey.handleIq(iq, first);
  if (first?.tag === 'link_code_companion_reg') return handlePairingCodeIq(conn, iq, first);
  return conn.send(result(iq));
}
