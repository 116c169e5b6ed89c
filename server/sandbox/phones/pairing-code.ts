/** Linking by an eight-character code ("link with phone number"): the server's and the phone's part. */

import { createCipheriv, createDecipheriv, hkdfSync, pbkdf2Sync, randomBytes } from 'node:crypto';
import { Curve } from '@whiskeysockets/baileys';
import type { Account, Connection, LinkedDevice } from '../model.ts';
import { bytes, child, type Node, n, nowS, SERVER } from '../wire/nodes.ts';
import { completePairing } from './pairing.ts';

function ctr(key: Buffer, iv: Buffer, data: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-ctr', key, iv);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

function codeKey(code: string, salt: Buffer): Buffer {
  return pbkdf2Sync(code, salt, 131_072, 32, 'sha256');
}

function hkdf(key: Uint8Array, salt: Uint8Array, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, 32));
}

export async function handlePairingCodeIq(conn: Connection, iq: Node, reg: Node): Promise<void> {
  const { world } = conn;
  const jid = reg.attrs.jid!;
  const answer = { type: 'result', id: iq.attrs.id, from: SERVER };
  if (reg.attrs.stage !== 'companion_hello') {
    await conn.send(n('iq', answer));
    world.codePairings.get(jid)?.finish?.(reg);
    return;
  }
  const wrapped = bytes(child(reg, 'link_code_pairing_wrapped_companion_ephemeral_pub'));
  const ref = randomBytes(16);
  world.codePairings.set(jid, { conn, wrappedCompanionEphemeral: wrapped, ref });
  const hello = [n('link_code_pairing_ref', {}, ref)];
  await conn.send(n('iq', answer, [n('link_code_companion_reg', { stage: 'companion_hello' }, hello)]));
  world.emit('pairingCodeRequested', jid);
  world.changed();
}

/** The owner types the code shown by the client into the phone; throws when it is wrong or was not requested. */
export async function enterPairingCode(phone: Account, code: string): Promise<LinkedDevice> {
  const { codePairings } = phone.world;
  const entry = codePairings.get(phone.pnJid);
  if (!phone.online) throw new Error('the phone is offline');
  if (!entry) throw new Error('no pairing code was requested for this number');
  const { conn, wrappedCompanionEphemeral: wrapped } = entry;
  const companionEphemeral = ctr(
    codeKey(code, wrapped.subarray(0, 32)),
    wrapped.subarray(32, 48),
    wrapped.subarray(48, 80),
  );
  const ephemeral = Curve.generateKeyPair();
  const finish = new Promise<Node>((resolve) => {
    entry.finish = resolve;
  });
  await conn.send(primaryHello(phone, code, ephemeral.public, entry.ref));
  const reg = await finish;
  codePairings.delete(phone.pnJid);
  const shared = Curve.sharedKey(ephemeral.private, companionEphemeral);
  const bundle = openBundle(bytes(child(reg, 'link_code_pairing_wrapped_key_bundle')), shared);
  const identityShared = Curve.sharedKey(phone.primary.identityPrivate, bundle.companionIdentity);
  const secret = Buffer.concat([shared, identityShared, bundle.random]);
  return completePairing(phone, conn, hkdf(secret, Buffer.alloc(0), 'adv_secret'));
}

function primaryHello(phone: Account, code: string, ephemeral: Uint8Array, ref: Buffer): Node {
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const wrapped = Buffer.concat([salt, iv, ctr(codeKey(code, salt), iv, Buffer.from(ephemeral))]);
  const attrs = { from: SERVER, id: phone.newId(), type: 'link_code_companion_reg', t: nowS() };
  return n('notification', attrs, [
    n('link_code_companion_reg', { stage: 'primary_hello' }, [
      n('link_code_pairing_wrapped_primary_ephemeral_pub', {}, wrapped),
      n('primary_identity_pub', {}, Buffer.from(phone.primary.identityPublic)),
      n('link_code_pairing_ref', {}, ref),
    ]),
  ]);
}

function openBundle(bundle: Buffer, shared: Uint8Array) {
  const key = hkdf(shared, bundle.subarray(0, 32), 'link_code_pairing_key_bundle_encryption_key');
  const decipher = createDecipheriv('aes-256-gcm', key, bundle.subarray(32, 44));
  decipher.setAuthTag(bundle.subarray(bundle.length - 16));
  const sealed = bundle.subarray(44, bundle.length - 16);
  const plain = Buffer.concat([decipher.update(sealed), decipher.final()]);
  return { companionIdentity: plain.subarray(0, 32), random: plain.subarray(64, 96) };
}
