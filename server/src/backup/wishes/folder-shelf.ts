import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathExists } from '../../platform/path-exists.ts';
import { MARK, partName, partsAmong, type Shelf } from './shelf.ts';

/** Restic passes over a folder that it does not know. */
export function openFolderShelf(place: string, database: string): Shelf {
  const folder = join(place, 'wishes', database);
  /** A disk that is not mounted has an empty folder in its place, which nobody must write to. */
  async function assertThere(): Promise<void> {
    if (!(await pathExists(join(place, 'config'))))
      throw new Error(`There are no backups at ${place}: is its disk there?`);
  }
  async function write(name: string, words: string, put: (draft: string, to: string) => Promise<void>) {
    await assertThere();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(folder, `.${name}.${crypto.randomUUID()}`);
    try {
      await writeSafely(draft, words);
      await put(draft, join(folder, name));
      await syncFolder(folder);
    } finally {
      await rm(draft, { force: true });
    }
  }
  return {
    place: folder,
    async parts() {
      await assertThere();
      return partsAmong(await readdir(folder).catch(unlessMissing([])));
    },
    read: (part) => readFile(join(folder, partName(part)), 'utf8'),
    async add(part, lines) {
      let isNew = true;
      await write(partName(part), lines, async (draft, to) => {
        await link(draft, to).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'EEXIST') throw error;
          isNew = false;
        });
      });
      return isNew;
    },
    readMark: () => readFile(join(folder, MARK), 'utf8').catch(unlessMissing(null)),
    mark: (words) => write(MARK, words, rename),
    close: () => {},
  };
}

async function writeSafely(path: string, words: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(words);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

const unlessMissing =
  <T>(otherwise: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  };
