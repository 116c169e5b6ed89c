import { setTimeout as sleep } from 'node:timers/promises';
import { login } from '../shared/src/api/auth.ts';
import { listConnections } from '../shared/src/api/connections.ts';

const LOOK_EVERY_MS = 1_500;

/**
 * Stands for the camera of the simulated company phone: what the demo company's connections show as a QR code can be
 * scanned on the phones' page with one click. Never ends; a server that is away is asked again.
 */
export async function showQrToSandbox(
  serverUrl: string,
  control: string,
  account: { email: string; password: string },
): Promise<never> {
  let token: string | undefined;
  let shown = '';
  for (;;) {
    await sleep(LOOK_EVERY_MS, undefined, { ref: false });
    try {
      token ??= await signIn(serverUrl, account);
      const response = await fetch(`${serverUrl}${listConnections.path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!response.ok) token = undefined;
      const connections = response.ok ? listConnections.response.parse(await response.json()) : [];
      const qr = connections.find((connection) => connection.qrcode)?.qrcode;
      if (!qr || qr === shown) continue;
      await fetch(`${control}/showQr`, {
        method: 'POST',
        body: JSON.stringify({ qr }),
        headers: { 'content-type': 'application/json' },
      });
      shown = qr;
    } catch {
      token = undefined;
    }
  }
}
