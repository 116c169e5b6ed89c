import { parseArgs } from 'node:util';
import { loadConfig } from './config.ts';
import { createPasswords } from './modules/sessions/passwords.ts';
import { addressKey } from './platform/db/address-key.ts';
import { openDatabase } from './platform/db/database.ts';
import { startEmbeddedPostgres } from './platform/db/embedded.ts';
import { whyNotStarted } from './platform/db/errors.ts';
import { migrate } from './platform/db/migrate.ts';
import { createLog } from './platform/log.ts';
import { createSecrets } from './platform/secrets.ts';
import { openStorage } from './platform/storage/open.ts';
import { dryRun, type ImportOptions, importAll } from './whaticket/import.ts';
import { withSource } from './whaticket/source.ts';

/** Brings companies from a database of Whaticket or Ticketz; a server may run meanwhile. */
const USAGE = `import:whaticket --from postgres://… [--media DIR] [--company ID …] [--since YYYY-MM-DD] [--dry-run] [--source NAME]
`;

const say = (text: string) => void process.stdout.write(`${text}\n`);

try {
  await main();
} catch (error) {
  process.stderr.write(`${whyNotStarted(error)}\n`);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const wanted = readArguments();
  if (!wanted) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  const { from, source: name, isDryRun, options } = wanted;
  if (isDryRun) return withSource(from, name, (source) => dryRun(say, source, options));
  const config = loadConfig(process.env);
  const own = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres({ dataDir: config.dataDir, durable: true, log: () => {} });
  const url = config.databaseUrl ?? own?.url ?? '';
  await migrate(url);
  const db = openDatabase({
    url,
    name: 'balcao-import',
    poolSize: 2,
    addressKey: addressKey(createSecrets({ keyFile: config.secretKeyFile })),
    onCommit: () => {},
  });
  try {
    const storage = await openStorage(config, createLog(config));
    const noPassword = await createPasswords().hash(crypto.randomUUID());
    const deps = { db, storage, mediaLimit: config.mediaLimitBytes, noPassword, say };
    await withSource(from, name, (source) => importAll(deps, source, options));
  } finally {
    await db.close();
    await own?.stop();
  }
}

interface Wanted {
  from: string;
  source: string | null;
  isDryRun: boolean;
  options: ImportOptions;
}

/** Null for what is no question that can be answered. Nothing of it is repeated: an address holds a password. */
function readArguments(): Wanted | null {
  try {
    const { values } = parseArgs({
      options: {
        from: { type: 'string' },
        source: { type: 'string' },
        media: { type: 'string' },
        company: { type: 'string', multiple: true, default: [] },
        since: { type: 'string' },
        'dry-run': { type: 'boolean', default: false },
      },
    });
    const since = values.since === undefined ? null : new Date(values.since);
    const isAddress = /^postgres(ql)?:$/.test(new URL(values.from ?? '').protocol);
    const areIds = values.company.every((id) => /^[1-9]\d{0,17}$/.test(id));
    if (!isAddress || !areIds || Number.isNaN(since?.getTime())) return null;
    return {
      from: values.from ?? '',
      source: values.source ?? null,
      isDryRun: values['dry-run'],
      options: { companies: values.company, since, media: values.media ?? null },
    };
  } catch {
    return null;
  }
}
