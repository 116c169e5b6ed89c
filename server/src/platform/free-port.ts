import { createServer } from 'node:net';

/** A port on loopback that nobody has: the wanted one, or any other when that is taken. */
export async function freePort(wanted = 0): Promise<number> {
  const port = (await tryPort(wanted)) ?? (await tryPort(0));
  if (port === null) throw new Error('No free port on this computer.');
  return port;
}

function tryPort(wanted: number): Promise<number | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(null));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : null));
    });
  });
}
