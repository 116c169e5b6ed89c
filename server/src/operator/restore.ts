import { parseArgs } from 'node:util';
import { restore as restoreInstallation } from '../backup/restore.ts';
import { backupSettings, type Command } from './command.ts';

export const restore: Command = {
  usage: '[--to 2026-01-31T12:00:00Z] [--replace] [--database NAME]',
  purpose:
    'makes this installation what it was at a moment, the newest there is by default; the server is stopped',
  async run(args, { config, say }) {
    const { values } = parseArgs({
      args,
      options: {
        to: { type: 'string' },
        replace: { type: 'boolean', default: false },
        database: { type: 'string' },
      },
    });
    const to = values.to === undefined ? null : new Date(values.to);
    if (to && Number.isNaN(to.getTime())) return false;
    await restoreInstallation(backupSettings(config, values.database), { to, replace: values.replace, say });
    return true;
  },
};
