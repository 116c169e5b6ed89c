import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTlsCertificate, type TlsIdentity } from '../../sandbox/wire/tls-certificate.ts';

/** Who stands at the door of the bank that is played, and whom it lets in. */
export interface EfiDoor {
  server: TlsIdentity;
  /** The account's certificate. */
  client: TlsIdentity;
  /** It was the account's once. */
  expired: TlsIdentity;
}

/** @param dir keeps them, so that an account outlives the program that plays its bank */
export function openEfiDoor(dir: string): EfiDoor {
  const file = join(dir, 'door.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as EfiDoor;
  const door: EfiDoor = {
    server: createTlsCertificate(),
    client: createTlsCertificate(),
    expired: createTlsCertificate({ validDays: -1 }),
  };
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  writeFileSync(caFileIn(dir), door.server.cert);
  writeFileSync(join(dir, 'client.pem'), pemOf(door.client), { mode: 0o600 });
  writeFileSync(file, JSON.stringify(door), { mode: 0o600 });
  return door;
}

/** Who vouches for the server. */
export const caFileIn = (dir: string): string => join(dir, 'ca.pem');

/** The PEM file has both parts, as Efí's page gives them. */
export const pemOf = ({ key, cert }: TlsIdentity): string => `${key}${cert}`;

/** What a server needs to ask for those certificates. */
export const tlsOf = ({ server, client, expired }: EfiDoor) => ({
  key: server.key,
  cert: server.cert,
  ca: [client.cert, expired.cert],
  requestCert: true,
  rejectUnauthorized: true,
});
