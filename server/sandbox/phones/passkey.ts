/**
 * Linking an account that is protected by a passkey. WhatsApp demands it for a growing share of
 * accounts; Baileys 7.0.0-rc14 does not implement it. The WebAuthn assertion is an opaque JSON blob
 * here, since only the owner's browser can make one.
 */

import { createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { Curve, proto } from '@whiskeysockets/baileys';
import type { Account, Connection, LinkedDevice } from '../model.ts';
import { bytes, child, type Node, n, nowS, SERVER } from '../wire/nodes.ts';

function passkeyHkdf(key: Uint8Array, salt: string, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, 32));
}

export function commitmentHash(identity: Uint8Array, nonce: Uint8Array): Buffer {
  return createHash('sha256').update(identity).update(nonce).digest();
}

/** The key of the encrypted pairing request, agreed by both ephemeral keys. */
export function passkeyPairingKey(shared: Uint8Array, deviceType: number, ref: string): Buffer {
  const salt = `Companion Pairing ${deviceType} with ref ${ref}`;
  return passkeyHkdf(shared, salt, 'Pairing Information Encryption Key');
}

/** Proves that the ceremony continues the hand-off of the QR that was scanned. */
export function handoffProof(advSecret: Uint8Array, payload: Uint8Array): Buffer {
  const key = passkeyHkdf(advSecret, '', 'shortcake-passkey-handoff-v1');
  return createHmac('sha256', key).update(payload).digest();
}

const OPTIONS = Buffer.from(
  JSON.stringify({
    challenge: Buffer.alloc(32, 9).toString('base64url'),
    rpId: 'whatsapp.com',
    allowCredentials: [],
    userVerification: 'required',
    timeout: 300_000,
  }),
);

/** The server's and the phone's part of the ceremony on one connection. */
export class PasskeyPhone {
  private readonly phone: Account;
  private readonly conn: Connection;
  private readonly qrAdvSecret: Buffer;
  private readonly complete: (advSecret: Buffer) => Promise<LinkedDevice>;
  private readonly outcome = Promise.withResolvers<LinkedDevice>();
  private readonly ephemeral = Curve.generateKeyPair();
  private ref = '';
  private commitment = Buffer.alloc(0);
  private identityBytes: Uint8Array = Buffer.alloc(0);
  private key = Buffer.alloc(0);
  private requestedSecret: Buffer = Buffer.alloc(0);

  constructor(
    phone: Account,
    conn: Connection,
    qrAdvSecret: Buffer,
    complete: (advSecret: Buffer) => Promise<LinkedDevice>,
  ) {
    this.phone = phone;
    this.conn = conn;
    this.qrAdvSecret = qrAdvSecret;
    this.complete = complete;
    conn.passkey = this;
    this.linked.catch(() => {});
  }

  get linked(): Promise<LinkedDevice> {
    return this.outcome.promise;
  }

  start(): Promise<void> {
    return this.notify('passkey_prologue_request', n('passkey_request_options', {}, OPTIONS));
  }

  /** Answers one query of the companion's; any failure ends the ceremony. */
  async handleIq(iq: Node, first: Node): Promise<void> {
    const { conn } = this;
    try {
      const content = await this.step(first);
      await conn.send(n('iq', { type: 'result', id: iq.attrs.id, from: SERVER }, content));
      await this.after(first);
    } catch (err) {
      this.outcome.reject(err as Error);
      const error = n('error', { code: 400, text: (err as Error).message });
      await conn.send(n('iq', { type: 'error', id: iq.attrs.id, from: SERVER }, [error]));
    }
  }

  private step(first: Node): Node[] | undefined {
    switch (first.tag) {
      case 'ref':
        this.ref = `3@${randomBytes(16).toString('base64')}`;
        return [n('ref', {}, Buffer.from(this.ref))];
      case 'passkey_request_options':
        return [n('passkey_request_options', {}, OPTIONS)];
      case 'passkey_prologue':
        return void this.readPrologue(first);
      case 'companion_nonce':
        return void this.openCommitment(bytes(first));
      case 'encrypted_pairing_request':
        this.requestedSecret = this.openRequest(bytes(first));
        return undefined;
      default:
        return undefined;
    }
  }

  private async after(first: Node): Promise<void> {
    if (first.tag === 'passkey_prologue') {
      const primary = { publicKey: this.ephemeral.public, nonce: randomBytes(32) };
      const identity = Buffer.from(proto.PrimaryEphemeralIdentity.encode(primary).finish());
      await this.notify('crsc_continuation', n('primary_ephemeral_identity', {}, identity));
    }
    // not awaited: completing needs this connection's next answers
    if (first.tag === 'encrypted_pairing_request')
      void this.complete(this.requestedSecret).then(this.outcome.resolve, this.outcome.reject);
  }

  private readPrologue(first: Node): void {
    const payload = bytes(child(first, 'prologue_payload'));
    JSON.parse(bytes(child(first, 'webauthn_assertion')).toString());
    const proof = bytes(child(first, 'pairing_handoff_proof'));
    if (!proof.equals(handoffProof(this.qrAdvSecret, payload)))
      throw new Error('hand-off proof does not match the scanned QR');
    const prologue = proto.ProloguePayload.decode(payload);
    this.identityBytes = prologue.companionEphemeralIdentity!;
    if (this.identity.ref !== this.ref) throw new Error('unknown companion ref');
    this.commitment = Buffer.from(prologue.commitment!.hash!);
  }

  private openCommitment(nonce: Buffer): void {
    if (!commitmentHash(this.identityBytes, nonce).equals(this.commitment))
      throw new Error('companion nonce does not open the commitment');
    const { publicKey, deviceType } = this.identity;
    const shared = Curve.sharedKey(this.ephemeral.private, publicKey!);
    this.key = Buffer.from(passkeyPairingKey(shared, deviceType ?? 0, this.ref));
  }

  private openRequest(body: Buffer): Buffer {
    const { encryptedPayload, iv } = proto.EncryptedPairingRequest.decode(body);
    const sealed = Buffer.from(encryptedPayload!);
    const decipher = createDecipheriv('aes-256-gcm', this.key, iv!);
    decipher.setAuthTag(sealed.subarray(sealed.length - 16));
    const plain = [decipher.update(sealed.subarray(0, sealed.length - 16)), decipher.final()];
    const request = proto.PairingRequest.decode(Buffer.concat(plain));
    if (!Buffer.from(request.companionIdentityKey!).equals(this.conn.pairing!.identityKey))
      throw new Error('companion identity changed during pairing');
    return Buffer.from(request.advSecret!);
  }

  private get identity(): proto.CompanionEphemeralIdentity {
    return proto.CompanionEphemeralIdentity.decode(this.identityBytes);
  }

  private notify(type: string, content: Node): Promise<void> {
    return this.conn.send(
      n('notification', { from: SERVER, id: this.phone.newId(), type, t: nowS() }, [content]),
    );
  }
}
