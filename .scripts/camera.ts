import { setTimeout as sleep } from 'node:timers/promises';
import { openPool } from '../server/src/platform/db/client.ts';

const LOOK_EVERY_MS = 1_000;

/**
 * Stands for the camera of the simulated company phone: what a connection shows as a QR code can be scanned on the
 * phones' page with one click. Reads the demo database directly, because signing in would end somebody's session.
 *
 * @returns the function that stops it.
 */
export function showQrToSandbox(databaseUrl: string, control: string): () => Promise<void> {
  const sql = openPool(databaseUrl, { max: 1, name: 'demo-camera' });
  let stopped = false;
  let shown = '';

  async function look(): Promise<void> {
    const [connection] = await sql<{ qrcode: string }[]>`
      select qrcode from connections where status = 'qrcode' and qrcode is not null limit 1`;
    if (!connection || connection.qrcode === shown) return;
    await fetch(`${control}/showQr`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ qr: connection.qrcode }),
    });
    shown = connection.qrcode;
  }

  void (async () => {
    while (!stopped) {
      // The server migrates the database while we are looking already: the next look finds it.
      await look().catch(() => {});
      await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    }
  })();

  return async () => {
    stopped = true;
    await sql.end({ timeout: 1 });
  };
}
