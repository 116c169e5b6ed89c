import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from './apt-repository.ts';
import type { Machine } from './machine.ts';

const SCRIPT = join(import.meta.dirname, '../../server/packaging/install.sh');
/** Caddy signs names under `.local` itself, as no authority on the internet would. */
export const DOMAIN = 'desk.balcao.local';
export const FILE = '/root/balcao-server.deb';
export const PACKAGE = `--package ${FILE}`;

/** Words that it gets, with what is wrong with the machine meanwhile. */
export interface Refusal {
  name: string;
  args: string;
  code: number;
  says: RegExp;
  before?: string;
  after?: string;
  env?: Record<string, string>;
}

/** As somebody has them who has fetched both files. */
export function bringFiles(machine: Machine, current: string): void {
  cpSync(SCRIPT, join(machine.root, 'root/install.sh'));
  cpSync(current, join(machine.root, FILE));
}

export const install = (machine: Machine, args: string, env: Record<string, string> = {}) =>
  machine.run(`sh /root/install.sh ${args}`, { mayFail: true, env });

export function expectRefused(machine: Machine, { name, args, code, says, ...around }: Refusal): string {
  const state = stateOf(machine);
  if (around.before) machine.run(around.before);
  const ended = install(machine, args, around.env);
  if (around.after) machine.run(around.after);
  assert.equal(ended.code, code, `${name}: ${ended.said}`);
  assert.match(ended.said, says, name);
  assert.deepEqual(stateOf(machine), state, `${name}: ${ended.said}`);
  return ended.said;
}

/** All that it could leave behind: packages, settings, sources, data, and files of its own. */
export function stateOf(machine: Machine): string[] {
  const { said } = machine.run(
    `dpkg-query --show --showformat '\${Package} \${Version} \${db:Status-Status}\\n'
    find /etc/balcao /etc/caddy /etc/apt -type f -exec md5sum {} + 2> /dev/null | sort
    ls -d /etc/balcao /var/lib/balcao /var/lib/postgresql /usr/lib/balcao/* /tmp/tmp.* 2> /dev/null || true`,
  );
  return said.split('\n');
}

export const fromRepository = ({ url, key }: Pick<Repository, 'url' | 'key'>) =>
  `--repository ${url} --key ${key}`;

export const sql = (machine: Machine, words: string, database = 'postgres') =>
  machine.run(
    `cd / && setpriv --reuid=postgres --regid=postgres --init-groups psql -XAtqc "${words}" ${database}`,
  );
