import type { Config } from '../config.ts';
import { needsSetUp, setUpToken } from '../modules/companies/set-up.ts';
import { openPool } from '../platform/db/client.ts';
import { createSecrets } from '../platform/secrets.ts';
import { type Command, namedDatabases, withSharedDatabases } from './command.ts';

export const setup: Command = {
  usage: '',
  purpose: 'says where this server is, and the code by which the first company is made',
  async run(args, { config, say }) {
    if (args.length > 0) return false;
    const [{ url }] = namedDatabases(config);
    await refuseEmpty(url);
    const isOpen = await withSharedDatabases(config, ([first]) => first.asSystem(needsSetUp));
    say(`Address:     ${addressOf(config)}`);
    if (isOpen) say(`Set-up code: ${setUpToken(createSecrets({ keyFile: config.secretKeyFile }))}`);
    else say('The first company is there: nobody needs a set-up code any more.');
    return true;
  },
};

/** In an empty database nobody is what the program works as: asked as its owner. */
async function refuseEmpty(url: string): Promise<void> {
  const sql = openPool(url, { max: 1, name: 'balcao-operator' });
  try {
    const [{ made } = {}] = await sql`select to_regclass('companies') is not null as made`;
    if (!made) throw new Error('The database is empty: start the server, or run "balcao migrate" first.');
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const addressOf = ({ publicUrl, host, port }: Config): string => publicUrl ?? `http://${host}:${port}`;
