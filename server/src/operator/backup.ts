import { parseArgs } from 'node:util';
import { makeBackup } from '../backup/make-backup.ts';
import { backupSettings, type Command } from './command.ts';

export const backup: Command = {
  usage: '[--anew] [--database NAME] | verify [--database NAME]',
  purpose:
    'saves database, files and key as they are now; "verify" restores the newest backup beside, starts a server on it and compares',
  async run(args, { config, say }) {
    const { values, positionals } = parseArgs({
      args,
      options: { anew: { type: 'boolean', default: false }, database: { type: 'string' } },
      allowPositionals: true,
    });
    const settings = backupSettings(config, values.database);
    if (positionals.length === 0) {
      await makeBackup(settings, { anew: values.anew, say });
      for (const { name } of settings.otherDatabases)
        if (values.database === undefined)
          say(`${name} IS NOT PART OF IT: call "balcao backup --database ${name}" on its machine, too.`);
    } else if (positionals.join() === 'verify' && !values.anew) {
      // The whole server comes with it, for which other commands need not wait.
      const { tryBackup } = await import('../backup/trial.ts');
      await tryBackup(settings, say);
    } else return false;
    return true;
  },
};
