/**
 * What a client goes through from its handshake to its first live stanza: refusal, QR offer, login, and what waited for
 * it.
 */

import { randomBytes } from 'node:crypto';
import type { proto } from '@whiskeysockets/baileys';
import type { Connection, LinkedDevice } from '../model.ts';
import { bootstrap } from '../phones/history.ts';
import { type Node, n, nowS, SERVER } from '../wire/nodes.ts';

/** Logs in the companion that the payload names, or offers to link one. */
export async function authenticate(conn: Connection, payload: proto.ClientPayload): Promise<void> {
  const { username } = payload;
  const number = username === null || username === undefined ? '0' : String(username);
  if (number === '0') return offerPairing(conn, payload);
  const account = conn.world.accounts.get(`${number}@${SERVER}`);
  if (account?.companionsCut) return conn.cut();
  const refusal = account?.refuseLogin;
  if (refusal) return refuse(conn, refusal.reason, refusal.attrs);
  const device = account?.linked.get(payload.device ?? 0);
  if (!device?.identity.noiseKey.equals(conn.clientStatic!)) return refuse(conn, 401);
  await login(conn, device);
}

function offerPairing(conn: Connection, payload: proto.ClientPayload): void {
  const data = payload.devicePairingData!;
  const refs = Array.from({ length: conn.world.qrRefs }, () => `2@${randomBytes(32).toString('base64')}`);
  conn.pairing = {
    refs,
    since: Date.now(),
    identityKey: Buffer.from(data.eIdent!),
    registrationId: Buffer.from(data.eRegid!).readUInt32BE(),
    signedPreKey: {
      keyId: Buffer.from(data.eSkeyId!).readUIntBE(0, 3),
      publicKey: Buffer.from(data.eSkeyVal!),
      signature: Buffer.from(data.eSkeySig!),
    },
    deviceProps: data.deviceProps ?? undefined,
  };
  const offer = refs.map((ref) => n('ref', {}, Buffer.from(ref)));
  const attrs = { from: SERVER, type: 'set', xmlns: 'md' };
  void conn.query(n('iq', attrs, [n('pair-device', {}, offer)])).catch(() => {});
  conn.world.changed();
}

async function refuse(conn: Connection, reason: number, attrs: Record<string, string> = {}): Promise<void> {
  await conn.send(n('failure', { reason, location: 'sandbox', ...attrs }));
  conn.close();
}

async function login(conn: Connection, device: LinkedDevice): Promise<void> {
  const old = device.connection;
  if (old) {
    await old.send(n('stream:error', {}, [n('conflict', { type: 'replaced' })]));
    old.close();
    old.device = undefined;
  }
  conn.device = device;
  device.connection = conn;
  await conn.send(
    n('success', {
      t: nowS(),
      props: 27,
      companion_enc_static: randomBytes(32).toString('base64'),
      lid: device.lidJid,
      location: 'sandbox',
      creation: nowS(),
    }),
  );
}

/**
 * After `<passive active>`: sends everything that waited while the client was offline, then the end-of-offline
 * marker.
 */
export async function goLive(conn: Connection): Promise<void> {
  const device = conn.device!;
  const sent = new Set<Node>();
  const waiting = () => [...device.pending.values()].filter((stanza) => !sent.has(stanza));
  const backlog = waiting();
  if (backlog.length) {
    const count = (tag: string) => backlog.filter((stanza) => stanza.tag === tag).length;
    const preview = {
      count: backlog.length,
      message: count('message'),
      receipt: count('receipt'),
      notification: count('notification'),
      appdata: 0,
    };
    await conn.send(n('ib', { from: SERVER }, [n('offline_preview', preview)]));
  }
  // Later stanzas queue behind it.
  for (let next = waiting(); next.length; next = waiting())
    for (const stanza of next) {
      await conn.send({ ...stanza, attrs: { ...stanza.attrs, offline: String(sent.size) } });
      sent.add(stanza);
    }
  conn.ready = true;
  conn.world.changed();
  if (conn.world.withholdOfflineMarker) return;
  await conn.send(n('ib', { from: SERVER }, [n('offline', { count: sent.size })]));
  if (!device.bootstrapped) await bootstrap(device.account, device);
  conn.world.emit('online', device);
}
