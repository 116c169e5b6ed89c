import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../test/database.ts';
import { startFaultProxy } from '../test/fault-proxy.ts';

/** The program itself, with a PostgreSQL of its own as on a fresh machine. */
let dataDir: string;
const running = new Set<ChildProcessWithoutNullStreams>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-main-'));
  // Started by root, PostgreSQL runs as a user of its own, who must reach its folder.
  await chmod(dataDir, 0o755);
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

function launch(env: Record<string, string> = {}, args: string[] = [], program = 'main.ts') {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      BALCAO_ROLE: 'api',
      LOG_LEVEL: 'info',
      ...env,
    },
  });
  running.add(child);
  let log = '';
  child.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    running.delete(child);
    return { code, signal, log };
  });
  return {
    child,
    ended,
    /** The one line that whoever started it reads. */
    ready: async () => {
      for await (const line of createInterface(child.stdout))
        return JSON.parse(line) as { ready: true; url: string };
      throw new Error(`not ready: ${log}`);
    },
  };
}

const signIn = (url: string, email: string) =>
  fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'balcao-demo' }),
  });

/** The history that whoever signed in is told to follow. */
async function epochOf(url: string, signedIn: Response): Promise<string> {
  const { token } = (await signedIn.json()) as { token: string };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/sync`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'subscribe', protocol: 1, token }));
  const [{ data }] = await once(socket, 'message');
  socket.close();
  return JSON.parse(data).cursor.split(':')[0];
}

it('starts from nothing, keeps what it has, survives being killed and ends in order', {
  timeout: 120_000,
}, async () => {
  const first = launch({ BALCAO_DEMO: 'empty' });
  const { url } = await first.ready();
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  const answers = ['admin', 'ana', 'bruno'].map((name) => signIn(url, `${name}@demo.balcao.test`));
  const [admin, ...others] = await Promise.all(answers);
  expect([admin, ...others].map((answer) => answer?.status)).toEqual([200, 200, 200]);
  const epoch = await epochOf(url, admin as Response);
  // PostgreSQL goes on without its server, as after a crash.
  first.child.kill('SIGKILL');
  await first.ended;

  // The operator says that a backup was restored: nobody goes on from where they stood.
  const second = launch({ BALCAO_DEMO: 'empty' }, ['--restored']);
  const again = await second.ready();
  expect(await epochOf(again.url, await signIn(again.url, 'ana@demo.balcao.test'))).not.toBe(epoch);
  second.child.kill('SIGTERM');
  const { code, log } = await second.ended;
  expect(code).toBe(0);
  expect(log).toContain('"messages":0,"schedules":0,"campaigns":0,"msg":"a backup was restored');
  const stopped = log
    .split('\n')
    .filter((line) => line.includes('"stopped"'))
    .map((line) => JSON.parse(line).name);
  expect(stopped).toEqual(['http', 'process', 'bus of db1', 'database db1', 'embedded postgres']);
  await expect(fetch(again.url)).rejects.toThrow();
});

it('makes nobody who could sign in unless it is told to be a demo, and ends with its parent', async () => {
  const server = launch({ DATA_DIR: join(dataDir, 'production') }, ['--with-parent']);
  const { url } = await server.ready();
  expect((await signIn(url, 'admin@demo.balcao.test')).status).toBe(401);
  server.child.stdin.end();
  expect((await server.ended).code).toBe(0);
});

it.each(['main.ts', 'sessions.ts'])(
  'says in one line that the database went away while %s started',
  async (program) => {
    const database = await createTestDatabase();
    const proxy = await startFaultProxy(database.url);
    // The last thing before it is up: everything else it has asked was answered.
    proxy.watch = (_, bytes) => void (bytes.includes('listen "balcao"') && proxy.set({ mode: 'reset' }));
    const { code, log } = await launch({ DATABASE_URL: proxy.url }, [], program).ended;
    const lines = log.split('\n').filter((line) => line !== '' && !line.includes('"msg":"stopped"'));
    expect({ code, lines }).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^The database cannot be used now: \w+ (ECONNRESET|CONNECTION_CLOSED)/)],
    });
    await proxy.stop();
    await database.close();
  },
);

it('says of a port that is taken what to do, and does not start', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const database = await createTestDatabase();
  const { code, log } = await launch({ DATABASE_URL: database.url, PORT: String(port) }).ended;
  expect(code).toBe(1);
  expect(log.split('\n')).toContainEqual(
    expect.stringMatching(`^Consoles cannot be served at 127.0.0.1:${port}: .*choose another PORT`),
  );
  other.close();
  await database.close();
});

it('names every wrong setting and does not start', async () => {
  const server = launch({ PORT: 'x', BALCAO_ROLE: 'y' });
  const { code, log } = await server.ended;
  expect(code).toBe(1);
  expect(log.split('\n').map((line) => line.trim().split(':')[0])).toEqual([
    'Wrong configuration',
    'PORT',
    'BALCAO_ROLE',
    '',
  ]);
});
