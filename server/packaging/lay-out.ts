import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const PACKAGING = import.meta.dirname;
const SERVER = join(PACKAGING, '..');
const SHARED = join(SERVER, '../shared');
const UNITS = [
  'balcao-api.service',
  'balcao-sessions@.service',
  'balcao-migrate.service',
  'balcao-backup.service',
  'balcao-backup.timer',
  'balcao-backup-verify.service',
  'balcao-backup-verify.timer',
];
/** What an operator copies and changes. */
export const EXAMPLES = [
  'Caddyfile',
  'haproxy.cfg',
  'haproxy-database.cfg',
  'pgbouncer.ini',
  'patroni.yml',
  'etcd.env',
  'pgbackrest.conf',
  'prometheus.yml',
  'alerts.yml',
  'grafana.json',
];

interface Parts {
  version: string;
  /** What Vite has bundled. */
  program: string;
  /** A folder `node_modules`. */
  packages: string;
  /** The published package with Node. */
  node: string;
}

/** Puts every file where it will lie on the operator's machine. */
export function layOut(root: string, { version, program, packages, node }: Parts): void {
  const put = (from: string, to: string, mode?: number) => putFile(from, join(root, to), mode);
  const home = join(root, 'usr/lib/balcao/program');
  cpSync(program, home, { recursive: true });
  // Migrations, pages and pictures, where the sources look for them.
  cpSync(join(SERVER, 'src'), join(home, 'server/src'), { recursive: true, filter: isReadAtWork });
  cpSync(join(SERVER, 'migrations'), join(home, 'server/migrations'), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(SERVER, 'package.json'), 'utf8')) as object;
  writeFileSync(join(home, 'server/package.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`);
  put(join(SERVER, 'dist/chat/chat.js'), 'usr/lib/balcao/program/server/dist/chat/chat.js');
  put(join(SERVER, 'API.md'), 'usr/lib/balcao/program/server/API.md');
  cpSync(packages, join(home, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  // Texts, and the comments of which the description of the REST interface is made.
  const shared = join(home, 'node_modules/@balcao/shared');
  cpSync(join(SHARED, 'src'), join(shared, 'src'), { recursive: true, filter: isNoTest });
  cpSync(join(SHARED, 'package.json'), join(shared, 'package.json'));
  put(join(node, 'bin/node'), 'usr/lib/balcao/program/node', 0o755);
  put(join(node, 'LICENSE'), 'usr/lib/balcao/program/node.LICENSE');
  put(join(PACKAGING, 'activate'), 'usr/lib/balcao/program/activate', 0o755);
  put(join(PACKAGING, 'balcao'), 'usr/bin/balcao', 0o755);

  // Not in /etc: whenever a version had other words in it, dpkg would ask an operator who has written there.
  put(join(PACKAGING, 'server.env'), 'usr/lib/balcao/program/server.env');
  layOutUnits(root);
  put(join(PACKAGING, 'debian/lintian-overrides'), 'usr/share/lintian/overrides/balcao-server');
  const manual = join(root, 'usr/share/man/man1');
  mkdirSync(manual, { recursive: true });
  writeFileSync(join(manual, 'balcao.1.gz'), compressed(join(PACKAGING, 'balcao.1')));
  const documents = 'usr/share/doc/balcao-server';
  for (const name of EXAMPLES) put(join(PACKAGING, name), `${documents}/examples/${name}`);
  writeFileSync(join(root, documents, 'OPERATING.md.gz'), compressed(join(SERVER, 'OPERATING.md')));
  writeFileSync(join(root, documents, 'copyright'), licences());
}

export function layOutUnits(root: string): void {
  const units = join(root, 'usr/lib/systemd/system');
  for (const unit of UNITS) putFile(join(PACKAGING, 'systemd', unit), join(units, unit));
  // Its name is the beginning of theirs: so it is a part of each, but where a longer one has a file of its name.
  putFile(join(PACKAGING, 'systemd/sandbox.conf'), join(units, 'balcao-.service.d/sandbox.conf'));
  for (const name of ['balcao-backup.service', 'balcao-backup-.service'])
    putFile(join(PACKAGING, 'systemd/backup.conf'), join(units, `${name}.d/sandbox.conf`));
}

function putFile(from: string, to: string, mode = 0o644): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
  chmodSync(to, mode);
}

const isNoTest = (path: string) => !/\.test\.ts$|\/testing$/.test(path);

/** What our sources read while they run, beside their code, which is bundled. */
const isReadAtWork = (path: string) => isNoTest(path) && !['.ts', '.md'].includes(extname(basename(path)));

const compressed = (path: string) => gzipSync(readFileSync(path), { level: 9 });

const licences = () => `Balcão, Copyright (C) 2026 The Balcão authors.
Node and each package in /usr/lib/balcao/program/node_modules have their licences beside them.

${readFileSync(join(SERVER, '../LICENSE'), 'utf8')}`;
