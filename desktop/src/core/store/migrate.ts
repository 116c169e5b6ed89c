import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { StoreTooNewError } from './errors.ts';
import { transaction } from './transaction.ts';

export type StoreFile = 'cache' | 'pending';

const HERE = import.meta.dirname;

/** The next `migrations` upwards: the bundle of the desktop program lies elsewhere than this source. */
function folderOf(file: StoreFile): string {
  for (let at = HERE; at !== dirname(at); at = dirname(at)) {
    const folder = join(at, 'migrations', file);
    if (existsSync(folder)) return folder;
  }
  throw new Error(`the migrations of ${file} are missing above ${HERE}`);
}

/**
 * Brings a file to this program's version. Forward only; each migration and its line in the ledger commit together.
 * @throws StoreTooNewError
 */
export function migrate(db: Database, file: StoreFile): void {
  const folder = folderOf(file);
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  db.exec('create table if not exists migrations (name text primary key, at text not null)');
  const done = new Set(db.prepare<[], string>('select name from migrations').pluck().all());
  const unknown = [...done].find((name) => !names.includes(name));
  if (unknown) throw new StoreTooNewError(file, unknown);
  const record = db.prepare('insert into migrations (name, at) values (?, ?)');
  for (const name of names.filter((name) => !done.has(name))) {
    transaction(db, () => {
      db.exec(readFileSync(join(folder, name), 'utf8'));
      record.run(name, new Date().toISOString());
    });
  }
}
