// pnpm --filter @balcao/desktop new-update-key --key KEY.pem
// Makes the publisher's key: the private half into a new file, the public one into what the console is built with.
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

const KEYS = join(import.meta.dirname, '../update-keys.json');

const { values } = parseArgs({ options: { key: { type: 'string' } } });
const { key } = z.object({ key: z.string() }).parse(values);
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
// `wx`: a key that is in use is never written over.
writeFileSync(key, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
const known = z.array(z.string()).parse(JSON.parse(readFileSync(KEYS, 'utf8')));
const spki = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
// As the formatter of the repository writes it: one key fits on a line.
writeFileSync(KEYS, `${JSON.stringify([...known, spki], null, known.length === 0 ? 0 : 2)}\n`);
process.stdout.write(
  `${key} is the private key: keep it safe and out of the repository. ${KEYS} has the public one.\n`,
);
