import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type postgres from 'postgres';
import { createTlsCertificate } from '../sandbox/wire/tls-certificate.ts';

/**
 * As soon as it has read its settings again, PostgreSQL speaks TLS with whoever asks, by a certificate of its own.
 *
 * @returns it, as text
 */
export async function offerTls(admin: postgres.Sql): Promise<string> {
  const { cert, key } = createTlsCertificate();
  const [row] = await admin<{ folder: string }[]>`
    select setting as folder from pg_settings where name = 'data_directory'`;
  const folder = row?.folder ?? '';
  const { uid, gid } = await stat(folder);
  for (const [name, text] of Object.entries({ 'server.crt': cert, 'server.key': key })) {
    const file = join(folder, name);
    await writeFile(file, text, { mode: 0o600 });
    // PostgreSQL reads no key that is another's.
    await chown(file, uid, gid);
  }
  await admin`alter system set ssl = on`;
  return cert;
}
