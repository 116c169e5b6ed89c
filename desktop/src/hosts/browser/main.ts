import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { z } from 'zod';
import { openLogFile } from '../../core/diagnostics/log-file.ts';
import { startBrowserHost } from './start.ts';

/**
 * Runs the console in a browser. Each option may also come from the environment:
 *
 *   --server URL      BALCAO_SERVER_URL      the server to work with; none: the user chooses
 *   --data DIR        BALCAO_CONSOLE_DIR     databases, files and settings of this console
 *   --port N          BALCAO_CONSOLE_PORT    port on loopback; 0 or none: the system chooses
 *   --renderer DIR    BALCAO_RENDERER_DIR    the built screen
 *   --with-parent                            end when standard input closes
 *
 * Prints one line of JSON when it is ready, `{"ready":true,"url":…}`; everything else goes to standard error.
 */
const desktopDir = join(import.meta.dirname, '../../..');

const optionsSchema = z.object({
  server: z.url({ protocol: /^https?$/ }).nullable(),
  data: z.string().min(1),
  port: z.coerce.number().int().min(0).max(65_535),
  renderer: z.string(),
  withParent: z.boolean(),
});

function readOptions() {
  const { values } = parseArgs({
    options: {
      server: { type: 'string' },
      data: { type: 'string' },
      port: { type: 'string' },
      renderer: { type: 'string' },
      'with-parent': { type: 'boolean', default: false },
    },
  });
  const env = process.env;
  return optionsSchema.parse({
    server: values.server ?? env.BALCAO_SERVER_URL ?? null,
    data: values.data ?? env.BALCAO_CONSOLE_DIR,
    port: values.port ?? env.BALCAO_CONSOLE_PORT ?? 0,
    renderer: values.renderer ?? env.BALCAO_RENDERER_DIR ?? join(desktopDir, 'dist/renderer'),
    withParent: values['with-parent'],
  });
}

const versionOf = (packageFile: string): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(packageFile, 'utf8'))).version;

try {
  const options = readOptions();
  const level = process.env.LOG_LEVEL ?? 'info';
  const log = (dataDir: string) =>
    pino(
      { level },
      // Each of several streams has its own level, which must pass everything that the log's level passes.
      pino.multistream([
        { stream: pino.destination(2), level: 'trace' },
        { stream: openLogFile(dataDir, 'console'), level: 'trace' },
      ]),
    );
  const host = await startBrowserHost({
    serverUrl: options.server,
    dataDir: options.data,
    port: options.port,
    rendererDir: options.renderer,
    version: versionOf(join(desktopDir, 'package.json')),
    log,
  });
  process.stdout.write(`${JSON.stringify({ ready: true, url: host.entryUrl })}\n`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await host.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (options.withParent) process.stdin.once('end', stop).once('close', stop).resume();
} catch (error) {
  process.stderr.write(`${error instanceof z.ZodError ? z.prettifyError(error) : String(error)}\n`);
  process.exit(1);
}
