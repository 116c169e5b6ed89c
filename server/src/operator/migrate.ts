import { migrate as bringUpToDate } from '../platform/db/migrate.ts';
import { type Command, namedDatabases } from './command.ts';

export const migrate: Command = {
  usage: '',
  purpose: 'brings the databases to the version of this program, as every start does',
  async run(args, { config, say }) {
    if (args.length > 0) return false;
    for (const { name, url } of namedDatabases(config)) {
      const applied = await bringUpToDate(url);
      say(applied.length === 0 ? `${name} is up to date` : `${name}: ${applied.join(', ')}`);
    }
    return true;
  },
};
