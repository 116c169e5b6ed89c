import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Tx } from '../../platform/db/client.ts';

const PATIENCE_MS = 10_000;

/** What whoever comes to that host is shown. `until`: null when nobody could be asked. */
export interface SeenCertificate {
  host: string;
  until: string | null;
}

/** What was seen last at that host; undefined: nobody has looked yet. */
export async function readCertificate(tx: Tx, host: string): Promise<SeenCertificate | undefined> {
  const [row] = await tx<
    { found: SeenCertificate }[]
  >`select found from health_looks where name = 'certificate'`;
  return row?.found.host === host ? row.found : undefined;
}

/** What is shown to whoever comes to an address. */
export async function seeCertificate(url: URL): Promise<SeenCertificate> {
  const until = await lookAtCertificate(url).then(
    (end) => end.toISOString(),
    () => null,
  );
  return { host: url.host, until };
}

/** The last moment of the certificate at an address, whoever vouches for it. @throws Error when there is none */
export function lookAtCertificate(url: URL): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port) || 443,
      ...(isIP(url.hostname) ? {} : { servername: url.hostname }),
      // One that is over is what this looks for.
      rejectUnauthorized: false,
      timeout: PATIENCE_MS,
    });
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error(`${url.host} does not answer`)));
    socket.once('error', reject);
  });
}
