/** Linking a companion from the phone: the QR, the signed device identity, and unlinking. */

import { createHmac, randomBytes } from 'node:crypto';
import { Curve, proto } from '@whiskeysockets/baileys';
import type { Account, Connection, LinkedDevice } from '../model.ts';
import { child, type Node, n, nowS, SERVER } from '../wire/nodes.ts';
import { xeddsaVerify } from '../wire/xeddsa.ts';
import { Companion } from './linked-device.ts';
import { PasskeyPhone } from './passkey.ts';

/** The parts of a QR text: `https://wa.me/…#ref,noise key,identity key,ADV secret,platform`. */
export interface QrParts {
  ref: string;
  noiseKey: Buffer;
  identityKey: Buffer;
  advSecret: Buffer;
}

/** Throws when the text is no QR of WhatsApp's. */
export function parseQr(qr: string): QrParts {
  const text = qr.trim();
  const [ref, noise, identity, adv] = text.slice(text.indexOf('#') + 1).split(',');
  if (!ref || !noise || !identity || !adv) throw new Error('this is not a WhatsApp QR code');
  return {
    ref,
    noiseKey: Buffer.from(noise, 'base64'),
    identityKey: Buffer.from(identity, 'base64'),
    advSecret: Buffer.from(adv, 'base64'),
  };
}

/**
 * Scans the QR shown by a client. Resolves when the client has proven its identity and was sent
 * the restart (515); throws when the QR is no longer shown.
 */
export async function scan(account: Account, qr: string): Promise<LinkedDevice> {
  const { ref, noiseKey, identityKey, advSecret } = parseQr(qr);
  if (!account.online) throw new Error('the phone is offline');
  const conn = account.world.connectionByRef(ref);
  if (!conn?.pairing) throw new Error('QR expired: unknown ref');
  if (!noiseKey.equals(conn.clientStatic!)) throw new Error('QR noise key does not match the connection');
  if (!identityKey.equals(conn.pairing.identityKey)) throw new Error('QR identity key does not match');
  if (!account.requirePasskey) return completePairing(account, conn, advSecret);
  const flow = new PasskeyPhone(account, conn, advSecret, (secret) => completePairing(account, conn, secret));
  await flow.start();
  return flow.linked;
}

/** Signs the companion's identity, has it sign back, and sends it through its restart. */
export async function completePairing(
  account: Account,
  conn: Connection,
  advSecret: Buffer,
): Promise<LinkedDevice> {
  const { deviceProps, ...pairing } = conn.pairing!;
  const id = account.nextDeviceId++;
  const details = proto.ADVDeviceIdentity.encode({
    rawId: randomBytes(4).readUInt32BE(),
    timestamp: nowS(),
    keyIndex: id,
    accountType: proto.ADVEncryptionType.E2EE,
    deviceType: proto.ADVEncryptionType.E2EE,
  }).finish();
  const { identityKey, registrationId, signedPreKey } = pairing;
  const noiseKey = conn.clientStatic!;
  const device = new Companion(account, {
    id,
    keyIndex: id,
    noiseKey,
    identityKey,
    registrationId,
    signedPreKey,
    deviceProps,
  });
  const reply = await conn.query(pairSuccess(account, device, details, advSecret));
  verifySignedBack(account, reply, details, identityKey);
  account.linked.set(id, device);
  conn.pairing = undefined;
  account.world.changed();
  await conn.send(n('stream:error', { code: 515 }));
  conn.close();
  return device;
}

function pairSuccess(account: Account, device: LinkedDevice, details: Uint8Array, advSecret: Buffer): Node {
  const { primary } = account;
  const claim = Buffer.concat([Buffer.from([6, 0]), details, device.identity.identityKey]);
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: primary.identityPublic,
    accountSignature: Curve.sign(primary.identityPrivate, claim),
  }).finish();
  const hmac = createHmac('sha256', advSecret).update(signed).digest();
  const container = proto.ADVSignedDeviceIdentityHMAC.encode({ details: signed, hmac }).finish();
  return n('iq', { from: SERVER, type: 'set', xmlns: 'md' }, [
    n('pair-success', {}, [
      n('device-identity', {}, Buffer.from(container)),
      n('device', { jid: device.pnJid, lid: device.lidJid }),
      n('platform', { name: 'android' }),
      n('biz', { name: account.name }),
    ]),
  ]);
}

function verifySignedBack(account: Account, reply: Node, details: Uint8Array, identityKey: Buffer): void {
  const identity = child(child(reply, 'pair-device-sign'), 'device-identity');
  if (!identity) throw new Error('client did not sign the device identity');
  const back = proto.ADVSignedDeviceIdentity.decode(identity.content as Uint8Array);
  const claim = Buffer.concat([Buffer.from([6, 1]), details, identityKey, account.primary.identityPublic]);
  if (!xeddsaVerify(identityKey, claim, back.deviceSignature!)) throw new Error('device signature invalid');
}

/** "Linked devices → log out" on the phone. */
export async function unlink(account: Account, device: LinkedDevice): Promise<void> {
  account.forget(device);
  const conn = device.connection;
  if (!conn) return;
  await conn.send(n('stream:error', { code: 401 }, [n('conflict', { type: 'device_removed' })]));
  conn.close();
}
