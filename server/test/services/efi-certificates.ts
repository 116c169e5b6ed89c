import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTlsCertificate, type TlsIdentity } from '../../sandbox/wire/tls-certificate.ts';

/** The certificate of the bank that is played, and those of the account that it asks for. */
export interface EfiCertificates {
  server: TlsIdentity;
  /** The account's certificate. */
  client: TlsIdentity;
  /** It was the account's once. */
  expired: TlsIdentity;
}

/** @param dir keeps them, so that an account outlives the program that plays its bank */
export function openEfiCertificates(dir: string): EfiCertificates {
  const file = join(dir, 'certificates.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as EfiCertificates;
  const certificates: EfiCertificates = {
    server: createTlsCertificate(),
    client: createTlsCertificate(),
    expired: createTlsCertificate({ validDays: -1 }),
  };
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(caFileIn(dir), certificates.server.cert);
  writeFileSync(join(dir, 'client.pem'), pemOf(certificates.client), { mode: 0o600 });
  writeFileSync(file, JSON.stringify(certificates), { mode: 0o600 });
  return certificates;
}

/** Who vouches for the server. */
export const caFileIn = (dir: string): string => join(dir, 'ca.pem');

/** The PEM file has both parts, as Efí's page gives them. */
export const pemOf = ({ key, cert }: TlsIdentity): string => `${key}${cert}`;

/** What a server needs to ask for those certificates. */
export const tlsOf = ({ server, client, expired }: EfiCertificates) => ({
  key: server.key,
  cert: server.cert,
  ca: [client.cert, expired.cert],
  requestCert: true,
  rejectUnauthorized: true,
});
