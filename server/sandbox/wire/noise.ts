/**
 * Responder side of WhatsApp's Noise_XX_25519_AESGCM_SHA256 handshake plus the framing of the web socket.
 * Written from the protocol (Noise XX message order e / e,ee,s,es / s,se); only the Curve25519 primitive is shared with the client.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { Curve, proto } from '@whiskeysockets/baileys';

const MODE = Buffer.from('Noise_XX_25519_AESGCM_SHA256\0\0\0\0'); // exactly 32 bytes: used as the initial hash without hashing it
const WA_HEADER_MAGIC = Buffer.from('WA');

export interface KeyPair {
  public: Uint8Array;
  private: Uint8Array;
}

function nonce(counter: number): Buffer {
  const iv = Buffer.alloc(12);
  iv.writeUInt32BE(counter >>> 0, 8);
  return iv;
}

function seal(key: Buffer, iv: Buffer, plain: Uint8Array, aad: Buffer): Buffer {
  const c = createCipheriv('aes-256-gcm', key, iv);
  c.setAAD(aad);
  return Buffer.concat([c.update(plain), c.final(), c.getAuthTag()]);
}

function open(key: Buffer, iv: Buffer, sealed: Uint8Array, aad: Buffer): Buffer {
  const d = createDecipheriv('aes-256-gcm', key, iv);
  d.setAAD(aad);
  d.setAuthTag(sealed.subarray(sealed.length - 16));
  return Buffer.concat([d.update(sealed.subarray(0, sealed.length - 16)), d.final()]);
}

export class NoiseResponder {
  private hash: Buffer = MODE;
  private salt: Buffer = MODE;
  private key: Buffer = MODE;
  private counter = 0;
  private readonly ephemeral: KeyPair = Curve.generateKeyPair();
  private tx?: Buffer;
  private rx?: Buffer;
  private txCounter = 0;
  private rxCounter = 0;

  private readonly serverStatic: KeyPair;
  private readonly certChain: Uint8Array;

  constructor(serverStatic: KeyPair, certChain: Uint8Array) {
    this.serverStatic = serverStatic;
    this.certChain = certChain;
  }

  private mixHash(data: Uint8Array): void {
    this.hash = createHash('sha256').update(this.hash).update(data).digest();
  }
  private mixKey(input: Uint8Array): void {
    const out = Buffer.from(hkdfSync('sha256', input, this.salt, '', 64));
    this.salt = out.subarray(0, 32);
    this.key = out.subarray(32);
    this.counter = 0;
  }
  private encryptAndHash(plain: Uint8Array): Buffer {
    const out = seal(this.key, nonce(this.counter++), plain, this.hash);
    this.mixHash(out);
    return out;
  }
  private decryptAndHash(sealed: Uint8Array): Buffer {
    const out = open(this.key, nonce(this.counter++), sealed, this.hash);
    this.mixHash(sealed);
    return out;
  }

  /** message 1 in, message 2 out */
  hello(prologue: Uint8Array, frame: Uint8Array): Buffer {
    const { clientHello } = proto.HandshakeMessage.decode(frame);
    if (!clientHello?.ephemeral) throw new Error('no clientHello');
    this.mixHash(prologue);
    this.mixHash(clientHello.ephemeral);
    this.mixHash(this.ephemeral.public);
    this.mixKey(Curve.sharedKey(this.ephemeral.private, clientHello.ephemeral));
    const encStatic = this.encryptAndHash(this.serverStatic.public);
    this.mixKey(Curve.sharedKey(this.serverStatic.private, clientHello.ephemeral));
    const payload = this.encryptAndHash(this.certChain);
    return Buffer.from(
      proto.HandshakeMessage.encode({
        serverHello: { ephemeral: this.ephemeral.public, static: encStatic, payload },
      }).finish(),
    );
  }

  /** message 3 in: yields the client's static key (its long-term `noiseKey`) and the ClientPayload */
  finish(frame: Uint8Array): { clientStatic: Buffer; payload: proto.ClientPayload } {
    const { clientFinish } = proto.HandshakeMessage.decode(frame);
    if (!clientFinish?.static || !clientFinish.payload) throw new Error('no clientFinish');
    const clientStatic = this.decryptAndHash(clientFinish.static);
    this.mixKey(Curve.sharedKey(this.ephemeral.private, clientStatic));
    const payload = proto.ClientPayload.decode(this.decryptAndHash(clientFinish.payload));
    const keys = Buffer.from(hkdfSync('sha256', Buffer.alloc(0), this.salt, '', 64));
    this.rx = keys.subarray(0, 32); // the initiator's write key
    this.tx = keys.subarray(32);
    return { clientStatic, payload };
  }

  seal(plain: Uint8Array): Buffer {
    return seal(this.tx!, nonce(this.txCounter++), plain, Buffer.alloc(0));
  }
  open(sealed: Uint8Array): Buffer {
    return open(this.rx!, nonce(this.rxCounter++), sealed, Buffer.alloc(0));
  }
}

/** 3-byte big-endian length prefix framing; strips the optional edge-routing intro and the `WA` header of the first frame. */
export class FrameReader {
  private buf: Buffer = Buffer.alloc(0);
  prologue?: Buffer;

  *push(data: Buffer): Generator<Buffer> {
    this.buf = this.buf.length ? Buffer.concat([this.buf, data]) : data;
    if (!this.prologue) {
      if (this.buf.length < 4) return;
      let at = 0;
      // With a stored routing token the client puts an edge-routing intro in front: 4 magic bytes, 3 length bytes, the token.
      if (!this.buf.subarray(0, 2).equals(WA_HEADER_MAGIC)) {
        if (this.buf.length < 7) return;
        at = 7 + ((this.buf[4]! << 16) | this.buf.readUInt16BE(5));
      }
      if (this.buf.length < at + 4) return;
      this.prologue = Buffer.from(this.buf.subarray(at, at + 4));
      if (!this.prologue.subarray(0, 2).equals(WA_HEADER_MAGIC)) throw new Error('not a WhatsApp stream');
      this.buf = this.buf.subarray(at + 4);
    }
    while (this.buf.length >= 3) {
      const size = (this.buf[0]! << 16) | (this.buf[1]! << 8) | this.buf[2]!;
      if (this.buf.length < 3 + size) return;
      const frame = this.buf.subarray(3, 3 + size);
      this.buf = this.buf.subarray(3 + size);
      yield frame;
    }
  }
}
export function frameOf(body: Uint8Array): Buffer {
  const out = Buffer.allocUnsafe(3 + body.length);
  out.writeUIntBE(body.length, 0, 3);
  out.set(body, 3);
  return out;
}
