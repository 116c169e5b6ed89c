import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { pathExists } from '../platform/path-exists.ts';
import { createSecrets } from '../platform/secrets.ts';

/** Of each kind of secret so many are looked at: of those from before a key that was lost some may be left. */
const LOOKED_AT = 100;

/** Why a file is not the key of a database; null: it is, or nothing there is sealed. */
export async function wrongOfKey(db: Database, file: string): Promise<'missing' | 'another' | null> {
  if (!(await pathExists(file))) return 'missing';
  const { hasSealed } = createSecrets({ keyFile: file });
  const sealed = await db.asSystem(someSealed);
  return sealed.length === 0 || sealed.some(({ value }) => hasSealed(value)) ? null : 'another';
}

const someSealed = (tx: Tx) => tx<{ value: Buffer }[]>`
  (select value from session_credentials limit ${LOOKED_AT})
  union all (select credentials from connections where credentials is not null limit ${LOOKED_AT})
  union all (select totp_secret from users where totp_secret is not null limit ${LOOKED_AT})`;
