import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect } from 'node:tls';

/** `unverified` keeps out who only listens; `preferred` does without where PostgreSQL has no TLS. */
export type TlsMode = 'none' | 'preferred' | 'unverified' | 'verified';

/** Asks whether PostgreSQL speaks TLS: a length, and a number that is no version of the protocol. */
const QUESTION = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

const MODES: Record<string, TlsMode> = {
  disable: 'none',
  false: 'none',
  allow: 'unverified',
  prefer: 'preferred',
  require: 'unverified',
};

/** As `sslmode` in the address says; what is not known is verified. */
export function tlsModeOf(url: string): TlsMode {
  const query = new URLSearchParams(url.split('?')[1]);
  if (query.get('sslrootcert') === 'system') return 'verified';
  const mode = query.get('sslmode') || query.get('ssl');
  return mode ? (MODES[mode] ?? 'verified') : 'none';
}

/** Before any other word. @returns what carries them from now on */
export async function startTls(tcp: Socket, mode: TlsMode, host: string): Promise<Socket> {
  tcp.write(QUESTION);
  const [answer] = (await once(tcp, 'data')) as [Buffer];
  // Exactly one letter: what follows it unasked would be taken for words of the secured connection.
  if (String(answer) === 'N' && mode === 'preferred') return tcp;
  if (String(answer) !== 'S') throw new Error('PostgreSQL was asked for TLS, and has none');
  return connect({
    socket: tcp,
    host,
    ...(isIP(host) ? {} : { servername: host }),
    rejectUnauthorized: mode === 'verified',
  });
}
