import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createRequire } from 'node:module';
import type Forge from 'node-forge';
import type { ClientIdentity } from '../platform/outgoing/http-client.ts';

/** The certificate of an account with its key, and its last moment. */
export interface EfiCertificate extends Pick<ClientIdentity, 'key' | 'certificate'> {
  validUntil: Date;
}

/**
 * Reads the file that Efí gives: a `.p12` without a password, also of the kind that OpenSSL takes no more, or the key and
 * the certificate as `.pem`.
 *
 * @returns null for any other file, and for a key that belongs to another certificate
 */
export function readEfiCertificate(file: Uint8Array): EfiCertificate | null {
  const text = Buffer.from(file).toString('latin1');
  try {
    const pem = text.includes('-----BEGIN ') ? text : unpack(text);
    const [certificate] = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/) ?? [];
    const [key] =
      pem.match(/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]+?-----END [A-Z ]*PRIVATE KEY-----/) ?? [];
    if (!certificate || !key) return null;
    const read = new X509Certificate(certificate);
    if (!read.checkPrivateKey(createPrivateKey(key))) return null;
    return { key, certificate, validUntil: read.validToDate };
  } catch {
    return null;
  }
}

const load = createRequire(import.meta.url);

/** Opens both parts of a `.p12` as PEM. Throws for what is none. Hardly any server ever does, so none carries the library. */
function unpack(bytes: string): string {
  const { pki, pkcs12, asn1 } = load('node-forge') as typeof Forge;
  const bags = pkcs12
    .pkcs12FromAsn1(asn1.fromDer(bytes), '')
    .safeContents.flatMap(({ safeBags }) => safeBags);
  return bags
    .flatMap(({ key, cert }) => [
      ...(key ? [pki.privateKeyToPem(key)] : []),
      ...(cert ? [pki.certificateToPem(cert)] : []),
    ])
    .join('');
}
