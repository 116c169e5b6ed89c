import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort } from '../../src/platform/free-port.ts';
import { eventually } from '../eventually.ts';

/** A real S3 server: Ceph's gateway with one monitor and one store in memory, from Debian's packages. */
export interface Ceph {
  /** What the configuration needs. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

export const isCephInstalled = (): boolean =>
  ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin'].every((name) =>
    existsSync(`/usr/bin/${name}`),
  );

const run = promisify(execFile);
const KEY = { accessKeyId: 'AKTEST', secretAccessKey: 'of-this-test-alone' };
const BUCKET = 'balcao-test';

/** @param dir an empty folder of its own */
export async function startCeph(dir: string): Promise<Ceph> {
  const running: ChildProcess[] = [];
  const config = join(dir, 'ceph.conf');
  const start = (name: string, args: string[]) =>
    running.push(spawn(name, ['-c', config, '-f', ...args], { stdio: 'ignore' }));
  const stop = async () => {
    for (const child of running.reverse()) {
      const ended = once(child, 'exit');
      if (child.kill('SIGKILL')) await ended;
    }
  };
  try {
    const [monitor, gateway] = [await freePort(), await freePort()];
    const fsid = randomUUID();
    for (const folder of ['mon', 'osd', 'rgw']) await mkdir(join(dir, folder));
    await writeFile(config, configuration(dir, { fsid, monitor, gateway }));
    await startMonitor(dir, { fsid, monitor }, start);
    await run('ceph', ['-c', config, 'osd', 'create']);
    await run('ceph-osd', ['-c', config, '-i', '0', '--mkfs', '--osd-uuid', randomUUID()]);
    start('ceph-osd', ['-i', '0']);
    const { accessKeyId, secretAccessKey } = KEY;
    const key = ['--access-key', accessKeyId, '--secret', secretAccessKey];
    await run('radosgw-admin', [
      '-c',
      config,
      ...['user', 'create', '--uid', 'test', '--display-name', 'test'],
      ...key,
    ]);
    start('radosgw', ['--name', 'client.admin']);
    const endpoint = `http://127.0.0.1:${gateway}`;
    await makeBucket(endpoint);
    const env = { S3_ENDPOINT: endpoint, S3_BUCKET: BUCKET };
    return {
      env: { ...env, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startMonitor(
  dir: string,
  { fsid, monitor }: { fsid: string; monitor: number },
  start: (name: string, args: string[]) => void,
): Promise<void> {
  const at = (name: string) => join(dir, name);
  const keyring = at('keyring');
  await run('ceph-authtool', [
    '--create-keyring',
    keyring,
    '--gen-key',
    '-n',
    'mon.',
    '--cap',
    'mon',
    'allow *',
  ]);
  const address = `[v1:127.0.0.1:${monitor}]`;
  await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', address, at('monmap')]);
  const made = ['--mkfs', '-i', 'a', '--monmap', at('monmap'), '--keyring', keyring];
  await run('ceph-mon', ['-c', at('ceph.conf'), ...made]);
  start('ceph-mon', ['-i', 'a']);
}

async function makeBucket(endpoint: string): Promise<void> {
  const client = new S3Client({ endpoint, region: 'us-east-1', credentials: KEY, forcePathStyle: true });
  await eventually(
    () =>
      client.send(new CreateBucketCommand({ Bucket: BUCKET })).then(
        () => true,
        () => false,
      ),
    (made) => made,
    60_000,
  );
  client.destroy();
}

const configuration = (
  dir: string,
  { fsid, monitor, gateway }: { fsid: string; monitor: number; gateway: number },
) => `[global]
fsid = ${fsid}
mon host = v1:127.0.0.1:${monitor}
public addr = 127.0.0.1
cluster addr = 127.0.0.1
ms bind msgr2 = false
auth cluster required = none
auth service required = none
auth client required = none
run dir = ${dir}
admin socket =
pid file =
log file = ${dir}/$name.log
mon allow pool size one = true
mon data avail crit = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd objectstore = memstore
memstore device bytes = 4294967296
rgw frontends = beast endpoint=127.0.0.1:${gateway}
rgw data = ${dir}/rgw
[mon.a]
mon data = ${dir}/mon
[osd.0]
osd data = ${dir}/osd
`;
