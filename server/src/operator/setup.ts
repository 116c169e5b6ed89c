import type { Config } from '../config.ts';
import { needsSetUp, setUpToken } from '../modules/companies/set-up.ts';
import type { Tx } from '../platform/db/client.ts';
import { createSecrets } from '../platform/secrets.ts';
import { type Command, withSharedDatabases } from './command.ts';

export const setup: Command = {
  usage: '',
  purpose: 'says where this server is, and the code by which the first company is made',
  async run(args, { config, say }) {
    if (args.length > 0) return false;
    const isOpen = await withSharedDatabases(config, ([first]) => first.asSystem(isWaiting));
    say(`Address:     ${addressOf(config)}`);
    if (isOpen) say(`Set-up code: ${setUpToken(createSecrets({ keyFile: config.secretKeyFile }))}`);
    else say('The first company is there: nobody needs a set-up code any more.');
    return true;
  },
};

async function isWaiting(tx: Tx): Promise<boolean> {
  const [{ made } = { made: false }] = await tx<{ made: boolean }[]>`
    select to_regclass('companies') is not null as made`;
  if (!made) throw new Error('The database is empty: start the server, or run "balcao migrate" first.');
  return needsSetUp(tx);
}

const addressOf = ({ publicUrl, host, port }: Config): string => publicUrl ?? `http://${host}:${port}`;
