import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

const DEBIAN = join(import.meta.dirname, 'debian');
const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm'];

/** What dpkg reads of a package: who it is, what it needs, what is done when it comes and goes. */
export function writeControl(
  root: string,
  { version, architecture }: { version: string; architecture: string },
) {
  const documents = join(root, 'usr/share/doc/balcao-server');
  writeFileSync(join(documents, 'changelog.gz'), gzipSync(changelog(version), { level: 9 }));
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

  const control = join(root, 'DEBIAN');
  mkdirSync(control);
  const kilobytes = files.reduce((total, file) => total + Math.ceil(statSync(file).size / 1024), 0);
  const fields = { version, architecture, size: String(kilobytes) };
  const text = readFileSync(join(DEBIAN, 'control'), 'utf8').replaceAll(
    /\$\{(\w+)\}/g,
    (_, name: keyof typeof fields) => fields[name],
  );
  writeFileSync(join(control, 'control'), text);
  cpSync(join(DEBIAN, 'templates'), join(control, 'templates'));
  for (const name of SCRIPTS) {
    const script = readFileSync(join(DEBIAN, name), 'utf8').replace('@size@', String(kilobytes));
    writeFileSync(join(control, name), script);
    chmodSync(join(control, name), 0o755);
  }
  const sums = files.map((file) => `${md5(file)}  ${relative(root, file)}\n`);
  writeFileSync(join(control, 'md5sums'), sums.join(''));
}

const md5 = (file: string) => createHash('md5').update(readFileSync(file)).digest('hex');

/** Debian asks for one; what has changed stands in the repository. */
const changelog = (version: string) => `balcao-server (${version}) stable; urgency=medium

  * The repository tells what has changed.

 -- The Balcão authors <balcao@localhost.localdomain>  ${new Date().toUTCString().replace('GMT', '+0000')}
`;
