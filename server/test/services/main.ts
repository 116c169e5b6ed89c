/** The stand-ins as a program: `node server/test/services/main.ts --port 4600`. */

import { parseArgs } from 'node:util';
import { startStandIns } from './stand-ins.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'efi-port': { type: 'string' },
    dir: { type: 'string' },
    'with-parent': { type: 'boolean' },
  },
});
const standIns = await startStandIns({
  port: Number(values.port ?? 0),
  efiPort: Number(values['efi-port'] ?? 0),
  dir: values.dir,
});
const { url, efi } = standIns;

const stop = () => void standIns.close().finally(() => process.exit());
process.once('SIGTERM', stop).once('SIGINT', stop);
// The parent holds the other end of stdin, which closes when the parent dies, however it dies.
if (values['with-parent']) process.stdin.on('close', stop).resume();
process.stdout.write(`${JSON.stringify({ ready: true, url, efiUrl: efi.url, efiCaFile: efi.caFile })}\n`);
