import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './newcomer.ts';
import { say, step } from './report.ts';
import { sources } from './roots.ts';

const HERE = join(import.meta.dirname, '../../server/packaging');
const IMAGES = join(import.meta.dirname, 'images');
const DOMAIN = 'desk.balcao.local';
const STAND_INS = { database: 'docker.io/library/postgres:17', proxy: 'docker.io/library/caddy:2' };
const SERVER = 'balcao_server_1';
const DATABASE = 'balcao_database_1';
const PROXY = 'balcao_proxy_1';
/** What systemd would do by timers, where it runs. */
const HEALTH_MS = 4_000;

type Run = (command: string, ...args: string[]) => string;

/**
 * compose.yaml, started, used, ended in order and started again, with the image of this package.
 *
 * @returns whether containers run here
 */
export async function proveContainers(current: string, folder: string, cache: string): Promise<boolean> {
  const env = { ...process.env, ...settings(folder) };
  const run: Run = (command, ...args) =>
    execFileSync(command, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  await step('the image, and its neighbours of Debian', () => {
    run(join(HERE, 'image.sh'), current);
    buildStandIns(folder, cache, run);
  });
  const tried = spawnSync('podman', ['run', '--rm', '--entrypoint', '/bin/true', 'localhost/balcao-server'], {
    env,
    encoding: 'utf8',
  });
  if (tried.status !== 0) {
    say(`  NOT TRIED: compose.yaml, as no container runs here: ${tried.stderr}`);
    return false;
  }
  say('  NOT TRIED: the published images of PostgreSQL and Caddy, the bucket, health checks by systemd.');
  const service = spawn('podman', ['system', 'service', '--time=0', env.DOCKER_HOST ?? ''], {
    env,
    stdio: 'ignore',
  });
  const health = setInterval(() => checkHealth(env), HEALTH_MS);
  try {
    // The docker-compose of Debian 12 does not know that a project may have a name.
    const compose = readFileSync(join(HERE, 'compose.yaml'), 'utf8').replace(/^name: .*$/m, '');
    writeFileSync(join(folder, 'compose.yaml'), compose);
    writeFileSync(join(folder, '.env'), `DOMAIN=${DOMAIN}\nDATABASE_PASSWORD=letters7\n`);
    await sleep(1_000);
    await step('compose up, and the first company is asked for', () =>
      start(['up', '--detach'], env, folder, run),
    );
    await step('the server is not root, and nothing can be changed', () => {
      assert.equal(run('podman', 'exec', SERVER, 'id', '-un').trim(), 'balcao');
      for (const name of [SERVER, DATABASE, PROXY])
        assert.throws(() => run('podman', 'exec', name, 'touch', '/usr/lib/x'), /Read-only/, name);
    });
    await step('health checks say how it is', async () => {
      const isHealthy = async (name = SERVER) =>
        spawnSync('podman', ['healthcheck', 'run', name], { env, stdio: 'ignore' }).status === 0;
      for (const name of [DATABASE, PROXY]) assert.ok(await isHealthy(name), name);
      await until(
        () => isHealthy(),
        (healthy) => healthy,
      );
      run('podman', 'stop', '--time', '60', DATABASE);
      await until(
        () => isHealthy(),
        (healthy) => !healthy,
      );
      run('podman', 'start', DATABASE);
      await until(
        () => isHealthy(),
        (healthy) => healthy,
      );
    });
    await step('it ends in order, and comes back', async () => {
      const code = /Set-up code: (\S+)/.exec(run('podman', 'exec', SERVER, 'balcao', 'setup'))?.[1];
      run('docker-compose', '--project-name', 'balcao', 'stop');
      const codes = run('podman', 'ps', '--all', '--format', '{{.Names}} {{.ExitCode}}');
      for (const name of [DATABASE, SERVER]) assert.ok(codes.includes(`${name} 0`), codes);
      const endOf = (name: string) =>
        Number(run('podman', 'inspect', '--format', '{{.State.FinishedAt.UnixMilli}}', name));
      const ends = [PROXY, SERVER, DATABASE].map(endOf);
      assert.deepEqual(
        ends.toSorted((a, b) => a - b),
        ends,
        'each ends before what it depends on',
      );
      // "up" of this docker-compose takes the network that podman has made for another one.
      await start(['start'], env, folder, run);
      assert.ok(run('podman', 'exec', SERVER, 'balcao', 'setup').includes(code ?? 'a code'));
    });
    await step('a dump and the volume bring back what was lost', () => restoreByGuide(env, folder, run));
    return true;
  } finally {
    clearInterval(health);
    run('podman', 'rm', '--all', '--force', '--time', '20');
    run('podman', 'network', 'prune', '--force');
    service.kill();
    run('podman', 'rmi', '--all', '--force');
  }
}

/** By the commands of OPERATING.md. */
async function restoreByGuide(env: NodeJS.ProcessEnv, folder: string, run: Run): Promise<void> {
  const guide = readFileSync(join(HERE, '../OPERATING.md'), 'utf8');
  const section = guide.slice(guide.indexOf('### In containers'), guide.indexOf('## Start and end'));
  const [save = [], back = []] = [...section.matchAll(/```\n([^`]+)\n```/g)].map(([, text = '']) =>
    text
      // This docker-compose asks for a terminal, which there is not.
      .replaceAll('podman compose exec -T database', `podman exec --interactive ${DATABASE}`)
      .replaceAll('podman compose', 'docker-compose --project-name balcao')
      .split('\n'),
  );
  const sql = (words: string) => run('podman', 'exec', DATABASE, 'psql', '-XAtU', 'balcao', '-c', words);
  const state = () => [
    sql('select count(*) from migrations'),
    sql("select to_regclass('later')"),
    run('podman', 'exec', SERVER, 'md5sum', '/var/lib/balcao/secret.key'),
  ];
  const before = state();
  for (const command of save) run('sh', '-c', command);
  sql('create table later (); delete from migrations');
  run('podman', 'exec', SERVER, 'rm', '/var/lib/balcao/secret.key');
  const last = back.pop() ?? '';
  for (const command of back) run('sh', '-c', command);
  assert.match(last, /run --rm server --restored$/);
  await startRestored(env, folder);
  await start(['start'], env, folder, run);
  assert.deepEqual(state(), before);
}

/** As the last command of the guide, for which this docker-compose would make another network. */
async function startRestored(env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const database = 'postgres://balcao:letters7@database/balcao';
  const args = ['--rm', '--network', 'balcao_default', '--volume', 'balcao_server:/var/lib/balcao'];
  const restored = spawn(
    'podman',
    ['run', ...args, '--env', `DATABASE_URL=${database}`, 'localhost/balcao-server', '--restored'],
    { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let said = '';
  restored.stderr.on('data', (words: Buffer) => (said += words));
  const ended = new Promise((resolve) => restored.once('close', resolve));
  for await (const line of createInterface({ input: restored.stdout }))
    if (line.includes('"ready":true')) restored.kill();
  assert.equal(await ended, 0, said);
}

/** Of this run alone, and within what this machine lets a container have. */
function settings(folder: string): Record<string, string> {
  const at = (name: string) => join(folder, name);
  writeFileSync(
    at('containers.conf'),
    `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_config_dir = "${at('networks')}"
`,
  );
  writeFileSync(
    at('storage.conf'),
    `[storage]\ndriver = "overlay"\ngraphroot = "${at('graph')}"\nrunroot = "${at('running')}"\n`,
  );
  return {
    CONTAINERS_CONF: at('containers.conf'),
    CONTAINERS_STORAGE_CONF: at('storage.conf'),
    DOCKER_HOST: `unix://${at('podman.sock')}`,
  };
}

function buildStandIns(folder: string, cache: string, run: Run) {
  const archive = join(cache, 'neighbours.tar');
  if (!existsSync(archive)) {
    const args = [
      '--quiet',
      '--variant=minbase',
      '--mode=root',
      '--include=postgresql,caddy,ca-certificates,netcat-openbsd',
    ];
    execFileSync('mmdebstrap', [...args, 'bookworm', `${archive}.part.tar`, '-'], {
      input: sources('bookworm'),
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    renameSync(`${archive}.part.tar`, archive);
  }
  const context = join(folder, 'images');
  mkdirSync(context);
  cpSync(IMAGES, context, { recursive: true });
  cpSync(archive, join(context, 'neighbours.tar'));
  for (const [target, name] of Object.entries(STAND_INS))
    run(
      'buildah',
      'build',
      '--format',
      'docker',
      '--network',
      'none',
      '--target',
      target,
      '--tag',
      name,
      context,
    );
}

function checkHealth(env: NodeJS.ProcessEnv): void {
  const { stdout } = spawnSync('podman', ['ps', '--quiet'], { env, encoding: 'utf8' });
  for (const id of stdout.split('\n').filter(Boolean))
    spawn('podman', ['healthcheck', 'run', id], { env, stdio: 'ignore' });
}

async function start(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  folder: string,
  run: Run,
): Promise<void> {
  // Beside this program, which looks after their health meanwhile.
  const child = spawn('docker-compose', ['--project-name', 'balcao', ...words], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (words: Buffer) => (said += words));
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.equal(code, 0, said);
  const page = ['--insecure', '--silent', '--fail', '--resolve', `${DOMAIN}:443:127.0.0.1`];
  const isReady = async () =>
    spawnSync('curl', [...page, `https://${DOMAIN}/health/ready`], { encoding: 'utf8' }).status === 0;
  await until(isReady, Boolean);
  assert.match(run('podman', 'exec', SERVER, 'balcao', 'setup'), /Set-up code: \S+/);
}
