/** Two trust anchors of the sandbox: the Noise certificate chain and a self-signed TLS certificate for https/wss on loopback. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { Curve, proto, WA_CERT_DETAILS } from '@whiskeysockets/baileys';
import type { KeyPair } from './noise.ts';

export interface NoiseIdentity {
  rootPublic: Buffer;
  serverStatic: KeyPair;
  chain: Buffer;
}

const signedCert = (issuer: KeyPair, details: proto.CertChain.NoiseCertificate.IDetails) => {
  const encoded = proto.CertChain.NoiseCertificate.Details.encode(details).finish();
  return { details: encoded, signature: Curve.sign(issuer.private, encoded) };
};

export const createNoiseIdentity = (): NoiseIdentity => {
  const root = Curve.generateKeyPair();
  const intermediate = Curve.generateKeyPair();
  const serverStatic = Curve.generateKeyPair();
  const notBefore = Math.floor(Date.now() / 1000) - 60;
  const notAfter = notBefore + 365 * 86400;
  const chain = proto.CertChain.encode({
    intermediate: signedCert(root, {
      serial: 1,
      issuerSerial: 0,
      key: intermediate.public,
      notBefore,
      notAfter,
    }),
    leaf: signedCert(intermediate, {
      serial: 2,
      issuerSerial: 1,
      key: serverStatic.public,
      notBefore,
      notAfter,
    }),
  }).finish();
  return { rootPublic: Buffer.from(root.public), serverStatic, chain: Buffer.from(chain) };
};

/**
 * Makes the Baileys copy loaded in THIS process trust the test root instead of WhatsApp's pinned root.
 * `WA_CERT_DETAILS` is a plain exported object that the handshake reads at verification time, so no patching is needed.
 * Returns the undo function.
 */
export const trustNoiseRoot = (rootPublic: Buffer): (() => void) => {
  const details = WA_CERT_DETAILS as { PUBLIC_KEY: Buffer };
  const before = details.PUBLIC_KEY;
  details.PUBLIC_KEY = rootPublic;
  return () => {
    details.PUBLIC_KEY = before;
  };
};

// --- a minimal DER writer, enough for one self-signed P-256 server certificate -------------------------------------------------
const tlv = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const len =
    body.length < 128
      ? Buffer.from([body.length])
      : body.length < 256
        ? Buffer.from([0x81, body.length])
        : Buffer.from([0x82, body.length >> 8, body.length & 255]);
  return Buffer.concat([Buffer.from([tag]), len, body]);
};
const oid = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, 'hex'));
const utc = (d: Date): Buffer =>
  tlv(0x17, Buffer.from(`${d.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

export interface TlsIdentity {
  /** PEM */
  key: string;
  /** PEM */
  cert: string;
  fingerprint: string;
}

export const createTlsCertificate = (): TlsIdentity => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const ecdsaSha256 = tlv(0x30, oid('2a8648ce3d040302'));
  const name = tlv(
    0x30,
    tlv(0x31, tlv(0x30, oid('550403'), tlv(0x0c, Buffer.from('sandbox-whatsapp.test')))),
  );
  const san = tlv(
    0x30,
    ...['localhost', '*.whatsapp.net', '*.whatsapp.com'].map((d) => tlv(0x82, Buffer.from(d))),
    tlv(0x87, Buffer.from([127, 0, 0, 1])),
  );
  const extensions = tlv(
    0xa3,
    tlv(
      0x30,
      tlv(0x30, oid('551d11'), tlv(0x04, san)),
      tlv(
        0x30,
        oid('551d13'),
        tlv(0x01, Buffer.from([0xff])),
        tlv(0x04, tlv(0x30, tlv(0x01, Buffer.from([0xff])))),
      ),
    ),
  );
  const serial = tlv(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)]));
  const day = 86400_000;
  const tbs = tlv(
    0x30,
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    serial,
    ecdsaSha256,
    name,
    tlv(0x30, utc(new Date(Date.now() - day)), utc(new Date(Date.now() + 365 * day))),
    name,
    spki,
    extensions,
  );
  const signature = createSign('sha256').update(tbs).sign(privateKey);
  const der = tlv(0x30, tbs, ecdsaSha256, tlv(0x03, Buffer.from([0]), signature));
  const pem = `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`;
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem,
    fingerprint: createHash('sha256').update(der).digest('hex'),
  };
};
