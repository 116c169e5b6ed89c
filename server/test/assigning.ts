import { once } from 'node:events';
import { loadConfig } from '../src/config.ts';
import { assignments } from '../src/modules/assignment/assignment.jobs.ts';
import { addressKey } from '../src/platform/db/address-key.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { takeDue } from '../src/platform/jobs/take-due.ts';
import { createLog } from '../src/platform/log.ts';
import { createSecrets } from '../src/platform/secrets.ts';

/** One of several processes that give agents what waits: once it is told to begin, until nothing is left to give. */

const config = loadConfig(process.env);
const secrets = createSecrets({ keyFile: config.secretKeyFile });
const db = openDatabase({
  url: process.env.DATABASE_URL ?? '',
  name: 'assigning',
  poolSize: 4,
  addressKey: addressKey(secrets),
  onCommit: () => {},
});
process.once('disconnect', () => process.exit(1));
const told = once(process, 'message');
process.stdout.write('{}\n');
await told;
const reason = await takeDue({ db, log: createLog(config), clock: () => new Date() }, assignments({ db }));
await db.close();
process.exit(reason === null ? 0 : 1);
