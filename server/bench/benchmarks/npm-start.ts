import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openScreen } from '../../../desktop/e2e/measured-screen.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded.ts';
import type { Benchmark } from '../figure.ts';
import { medianOf } from '../measure.ts';
import { startProgram } from '../program.ts';

const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** The waiting time of a user who has installed Balcão and starts it again: server, phones, console, and a browser. */
export const npmStart: Benchmark = {
  name: 'npm-start',
  async run({ dir, quick, note }) {
    const runs = quick ? 1 : 5;
    const data = join(dir, 'npm-start');
    note('the first start, which installs and makes the data');
    await (await start(data)).stop();
    note('later ones');
    const started = await medianOf(runs, async () => {
      const begun = performance.now();
      const balcao = await start(data);
      const screen = await openScreen();
      await screen.openSignIn(balcao.url);
      const ms = performance.now() - begun;
      await screen.close();
      await balcao.stop();
      return ms;
    });
    const dataDir = join(data, 'server');
    const least = await medianOf(runs, async () => {
      const begun = performance.now();
      const nothing = await startProgram('server/bench/nothing.ts');
      const database = await startEmbeddedPostgres({ dataDir, durable: true, log: () => {} });
      const screen = await openScreen();
      const ms = performance.now() - begun;
      await screen.close();
      await Promise.all([nothing.stop(), database.stop()]);
      return ms;
    });
    return [
      {
        name: '`npm start` to a sign-in screen that takes input',
        value: started / 1000,
        unit: 's',
        floor: { what: 'Node, PostgreSQL and Chromium with an empty page', value: least / 1000 },
        target: { atMost: 10 },
      },
    ];
  },
};

/** @returns the console's address as soon as it is printed */
async function start(data: string): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn('npm', ['start'], {
    cwd: REPOSITORY,
    // With CI set it opens no browser.
    env: { ...process.env, CI: '1', DATA_DIR: data },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A separate process group, because npm forwards no signal before its child exists.
    detached: true,
  });
  // npm ends before the processes it started.
  const ended = once(child, 'close');
  return {
    url: await consoleUrl(child),
    async stop() {
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
    },
  };
}

function consoleUrl(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  child.once('exit', () => reject(new Error(`Balcão did not start:\n${said}`)));
  child.stdout!.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    const [, url] = /^ {2}Console +(http\S+)$/m.exec(said) ?? [];
    if (url) resolve(url);
  });
  return promise;
}
