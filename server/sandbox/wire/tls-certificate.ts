/** A self-signed TLS certificate for https and wss on loopback, with a DER writer just large enough for it. */
import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

/** Long, because a sandbox that keeps its state keeps its certificate. */
const VALID_DAYS = 3650;

export interface TlsIdentity {
  /** PEM */
  key: string;
  /** PEM */
  cert: string;
}

/**
 * @param validDays below zero: it has expired
 * @param host an address (IPv4) for which it is valid
 */
export function createTlsCertificate({ validDays = VALID_DAYS, host = '127.0.0.1' } = {}): TlsIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const ecdsaSha256 = tlv(0x30, oid('2a8648ce3d040302'));
  const name = tlv(
    0x30,
    tlv(0x31, tlv(0x30, oid('550403'), tlv(0x0c, Buffer.from('sandbox-whatsapp.test')))),
  );
  const extensions = extensionsFor(['localhost', '*.whatsapp.net', '*.whatsapp.com'], host);
  const serial = tlv(0x02, Buffer.concat([Buffer.from([0x01]), randomBytes(8)]));
  const day = 86400_000;
  const tbs = tlv(
    0x30,
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    serial,
    ecdsaSha256,
    name,
    tlv(0x30, utc(new Date(Date.now() - VALID_DAYS * day)), utc(new Date(Date.now() + validDays * day))),
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
  };
}

/** Names and the address it is valid for, and that it may sign itself. */
function extensionsFor(names: string[], host: string): Buffer {
  const alternatives = tlv(
    0x30,
    ...names.map((name) => tlv(0x82, Buffer.from(name))),
    tlv(0x87, Buffer.from(host.split('.').map(Number))),
  );
  const yes = tlv(0x01, Buffer.from([0xff]));
  return tlv(
    0xa3,
    tlv(
      0x30,
      tlv(0x30, oid('551d11'), tlv(0x04, alternatives)),
      tlv(0x30, oid('551d13'), yes, tlv(0x04, tlv(0x30, yes))),
    ),
  );
}

function tlv(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const len =
    body.length < 128
      ? Buffer.from([body.length])
      : body.length < 256
        ? Buffer.from([0x81, body.length])
        : Buffer.from([0x82, body.length >> 8, body.length & 255]);
  return Buffer.concat([Buffer.from([tag]), len, body]);
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'));
}

function utc(d: Date): Buffer {
  return tlv(0x17, Buffer.from(`${d.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));
}
