import { parseArgs } from 'node:util';
import { makeBackup } from '../backup/make-backup.ts';
import { backupSettings, type Command } from './command.ts';

export const backup: Command = {
  usage: '[--anew] | verify',
  purpose:
    'saves database, files and key as they are now; "verify" restores the newest backup beside, starts a server on it and compares',
  async run(args, { config, say }) {
    const { values, positionals } = parseArgs({
      args,
      options: { anew: { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    if (positionals.length === 0) await makeBackup(backupSettings(config), { anew: values.anew, say });
    else if (positionals.join() === 'verify' && !values.anew) {
      // The whole server comes with it, for which other commands need not wait.
      const { tryBackup } = await import('../backup/trial.ts');
      await tryBackup(backupSettings(config), say);
    } else return false;
    return true;
  },
};
