import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { createFileSecrets } from '../src/hosts/browser/secrets.ts';
import { startBrowserHost } from '../src/hosts/browser/start.ts';

/**
 * The console in a browser, on a computer whose system keeps keys safe, as it does for the desktop program: what depends on
 * it can be seen and pressed without Electron. Options as in `hosts/browser/main.ts`. The keyring is `secrets.json`.
 */
const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    data: { type: 'string' },
    port: { type: 'string' },
    'with-parent': { type: 'boolean' },
  },
});
const host = await startBrowserHost({
  serverUrl: values.server ?? null,
  dataDir: values.data ?? '',
  port: Number(values.port),
  rendererDir: join(import.meta.dirname, '../dist/renderer'),
  version: '1.0.0',
  log: () => pino({ level: 'info' }, pino.destination(2)),
  secrets: (path) => ({ ...createFileSecrets(path), sealed: true }),
});
process.stdout.write(`${JSON.stringify({ ready: true, url: host.entryUrl })}\n`);
const stop = () => void host.stop().then(() => process.exit(0));
process.once('SIGTERM', stop);
if (values['with-parent']) process.stdin.once('close', stop).resume();
