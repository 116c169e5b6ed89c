/** App state (archive, mute, pin, labels …): an append-only log of patches per collection. */
import type { Connection } from '../model.ts';
import { bytes, child, childrenOf, type Node, n, SERVER } from '../wire/nodes.ts';

export function syncAppState(conn: Connection, iq: Node): Node {
  const log = conn.world.appStateOf(conn.device!.account.pnJid);
  const collections = childrenOf(child(iq, 'sync'), 'collection').map((asked) => syncOne(log, asked));
  return n('iq', { type: 'result', id: iq.attrs.id, from: SERVER }, [n('sync', {}, collections)]);
}

function syncOne(log: Record<string, Buffer[]>, asked: Node): Node {
  const name = asked.attrs.name!;
  const version = Number(asked.attrs.version ?? 0);
  log[name] ??= [];
  const patches = log[name];
  const patch = child(asked, 'patch');
  if (patch) {
    if (version !== patches.length)
      return n('collection', { name, type: 'error' }, [n('error', { code: 409, text: 'conflict' })]);
    patches.push(bytes(patch));
    return n('collection', { name, version: patches.length });
  }
  const missing = patches.slice(version).map((body) => n('patch', {}, body));
  const attrs = { name, version, has_more_patches: 'false' };
  return n('collection', attrs, missing.length ? [n('patches', {}, missing)] : []);
}
