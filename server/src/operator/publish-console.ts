import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { isOlder, isVersion } from '@balcao/shared/features/updates/version.ts';
import { parse } from 'yaml';
import { z } from 'zod';
import { pathExists } from '../platform/path-exists.ts';
import type { Command } from './command.ts';

/** One for each system; electron-builder writes them, `publish-update` signs them. */
const MANIFEST = /^latest[\w-]*\.yml$/;
/** Its last line. Whose it is, each console checks for itself: they know the publisher's keys, a server does not. */
const SIGNATURE = /\n# balcao-signature: [A-Za-z\d+/]{86}==\n$/;

const manifestText = z.object({
  version: z.string().refine(isVersion),
  files: z
    .array(z.object({ url: z.string().regex(/^[a-z\d][\w.-]*$/i), sha512: z.string(), size: z.number() }))
    .min(1),
});

interface Manifest extends z.output<typeof manifestText> {
  name: string;
}

export const publishConsole: Command = {
  usage: 'FOLDER',
  purpose: 'offers the signed installers of a folder to all consoles, when each of them is whole',
  async run(args, { config, say }) {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const [folder] = positionals;
    if (folder === undefined || positionals.length > 1) return false;
    const [from, to] = [resolve(folder), config.updatesDir];
    if (from === to) throw new Error(`${from} is what consoles are offered already: name another folder.`);
    const manifests = await readManifests(from);
    for (const manifest of manifests) await refuseOlder(manifest, to);
    for (const file of manifests.flatMap(({ files }) => files)) await checkInstaller(from, file);

    await mkdir(to, { recursive: true });
    // A manifest comes last: whoever reads it finds what it names.
    for (const { files } of manifests) for (const { url } of files) await putInstaller(from, to, url);
    for (const { name, version } of manifests) {
      await put(from, to, name);
      say(`${name}: ${version}`);
    }
    return true;
  },
};

async function readManifests(from: string): Promise<Manifest[]> {
  const files = await readdir(from).catch((error: NodeJS.ErrnoException) => {
    throw new Error(
      `${from} cannot be read (${error.code}): is it there, and may the account of the server read it?`,
    );
  });
  const names = files.filter((name) => MANIFEST.test(name));
  if (names.length === 0) throw new Error(`There is no manifest (latest*.yml) in ${from}.`);
  return Promise.all(names.map((name) => readManifest(from, name)));
}

async function readManifest(folder: string, name: string): Promise<Manifest> {
  const text = await readFile(join(folder, name), 'utf8');
  if (!SIGNATURE.test(text))
    throw new Error(
      `${join(folder, name)} is not signed: publish-update signs it, see desktop/PACKAGING.md.`,
    );
  const manifest = manifestText.safeParse(parse(text));
  if (!manifest.success) throw new Error(`${join(folder, name)} is no manifest of installers.`);
  return { name, ...manifest.data };
}

/** Consoles never install an older version: whoever offers one took the wrong folder. */
async function refuseOlder({ name, version }: Manifest, to: string): Promise<void> {
  if (!(await pathExists(join(to, name)))) return;
  const offered = await readManifest(to, name);
  if (isOlder(version, offered.version))
    throw new Error(`${name} is of ${version}, and consoles are offered ${offered.version} already.`);
}

async function checkInstaller(from: string, { url, sha512, size }: Manifest['files'][number]): Promise<void> {
  const path = join(from, url);
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) throw new Error(`${path} is missing: copy the whole folder.`);
  const hash = createHash('sha512');
  if (found.size === size) await pipeline(createReadStream(path), hash);
  if (found.size !== size || hash.digest('base64') !== sha512)
    throw new Error(`${path} is not what its manifest says: copy it again.`);
}

async function putInstaller(from: string, to: string, name: string): Promise<void> {
  await put(from, to, name);
  // What lets a console fetch only the parts that changed.
  if (await pathExists(join(from, `${name}.blockmap`))) await put(from, to, `${name}.blockmap`);
}

/** Whole or not at all, also when the disk is full or the machine dies. */
async function put(from: string, to: string, name: string): Promise<void> {
  const draft = join(to, `.${name}.part`);
  try {
    await copyFile(join(from, name), draft);
    const file = await open(draft, 'r+');
    await file.sync().finally(() => file.close());
    await rename(draft, join(to, name));
  } finally {
    await rm(draft, { force: true });
  }
}
