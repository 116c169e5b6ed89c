import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

/** Debian starts the servers that it installs, and again with the machine, and makes a database: none of it is wanted. */
const INSTALL = `
  policy=/usr/sbin/policy-rc.d clusters=/etc/postgresql-common/createcluster.conf
  if [ ! -e $policy ]; then
    trap "rm -f $policy" EXIT
    printf '#!/bin/sh\\nexit 101\\n' > $policy && chmod 755 $policy
  fi
  if [ ! -e $clusters ]; then
    mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' > $clusters
  fi
  UCF_FORCE_CONFFOLD=1 apt-get install -y --no-remove --no-install-recommends "$@" || exit
  for package; do
    for unit in "\${package%-server}" "\${package%-imapd}" "\${package%-daemon-light}"; do
      systemctl disable "$unit" > /dev/null 2>&1
    done
  done
  true`;

/** The servers that tests run, and what looks at our scripts and units, by their programs. */
const SERVERS = {
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/sbin/pgbouncer': 'pgbouncer',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/bin/restic': 'restic',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/bin/prometheus': 'prometheus',
  '/usr/sbin/dovecot': 'dovecot-imapd',
  '/usr/lib/dovecot/lmtp': 'dovecot-lmtpd',
  '/usr/sbin/exim4': 'exim4-daemon-light',
  '/usr/bin/shellcheck': 'shellcheck',
  '/usr/bin/systemd-analyze': 'systemd',
};

/** A bucket that others have made, which only the long proofs have time for. */
const CEPH = {
  '/usr/bin/ceph': 'ceph-common',
  '/usr/bin/ceph-mon': 'ceph-mon',
  '/usr/bin/ceph-osd': 'ceph-osd',
  '/usr/bin/radosgw': 'radosgw',
};

const missingOf = (programs: Record<string, string>): string[] =>
  Object.entries(programs).flatMap(([program, name]) => (existsSync(program) ? [] : name));

/** Installs Debian's packages where that may be done without asking anybody; false where it may not. */
export async function installPackages(packages: readonly string[]): Promise<boolean> {
  const asRoot = waysToRoot();
  if (!existsSync('/usr/bin/apt-get') || !asRoot) return false;
  process.stdout.write(`\nInstalling ${packages.join(', ')} from the system's packages …\n`);
  await run(asRoot, ['apt-get', 'update']);
  await run(asRoot, ['sh', '-c', INSTALL, 'install', ...packages]);
  return true;
}

/**
 * HAProxy, a database that fails over, what makes backups, what watches servers, and mail servers. Nothing is taken away for
 * them: who has another mail server already is told what is missing.
 *
 * @throws Error that says what to install by hand.
 */
export async function ensureServers(): Promise<void> {
  const missing = missingOf(SERVERS);
  if (missing.length === 0 || (await installPackages(missing))) return;
  throw new Error(`Not found: ${missing.join(', ')}. Install these packages, and run \`npm test\` again.`);
}

/** Ceph with its gateway; false where nobody may install it. */
export async function ensureCeph(): Promise<boolean> {
  const missing = missingOf(CEPH);
  return missing.length === 0 || installPackages(missing);
}

/** What to put before a command that only root may run; null: it would ask for a password. */
function waysToRoot(): string[] | null {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null;
}

async function run(asRoot: string[], args: string[]): Promise<void> {
  const [command = '', ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', ...args];
  await promisify(execFile)(command, rest, { maxBuffer: 64 * 1024 * 1024 }).catch((error: Error) => {
    throw new Error(`apt-get failed:\n${error.message}`);
  });
}
