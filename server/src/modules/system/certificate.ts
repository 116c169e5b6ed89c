import { isIP } from 'node:net';
import { connect, getCACertificates } from 'node:tls';
import type { Tx } from '../../platform/db/client.ts';

const PATIENCE_MS = 10_000;

/** What whoever comes to that host is shown. */
export interface SeenCertificate {
  host: string;
  /** Null: nobody could be asked. */
  until: string | null;
  /** Why it is not believed, though it is not over: Node's name of the reason. Absent as seen by an earlier version. */
  refused?: string | null;
}

interface Certificate {
  until: Date;
  refused: string | null;
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
  const seen = await lookAtCertificate(url).catch(() => null);
  return { host: url.host, until: seen?.until.toISOString() ?? null, refused: seen?.refused ?? null };
}

/** The certificate at an address, whoever vouches for it. @throws Error when there is none */
export function lookAtCertificate(url: URL): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: url.hostname,
      port: Number(url.port) || 443,
      ...(isIP(url.hostname) ? {} : { servername: url.hostname }),
      // Consoles believe whom their system believes: so does this, for authorities of one's own.
      ca: [...getCACertificates('default'), ...getCACertificates('system')],
      // One that is over is what this looks for.
      rejectUnauthorized: false,
      timeout: PATIENCE_MS,
    });
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      resolve({ until, refused: whyRefused(socket.authorizationError) });
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error(`${url.host} does not answer`)));
    socket.once('error', reject);
  });
}

/** Its end is told by itself. */
const EXPIRED = 'CERT_HAS_EXPIRED';

function whyRefused(error: unknown): string | null {
  const code = error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.message) : error;
  return typeof code === 'string' && code !== EXPIRED ? code : null;
}
