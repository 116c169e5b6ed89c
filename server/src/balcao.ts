import { loadConfig } from './config.ts';
import { addDatabase } from './operator/add-database.ts';
import { audit } from './operator/audit.ts';
import { backup } from './operator/backup.ts';
import type { Command } from './operator/command.ts';
import { doctor } from './operator/doctor.ts';
import { drain } from './operator/drain.ts';
import { machines } from './operator/machines.ts';
import { migrate } from './operator/migrate.ts';
import { moveCompany } from './operator/move-company.ts';
import { moveFiles } from './operator/move-files.ts';
import { publishConsole } from './operator/publish-console.ts';
import { restore } from './operator/restore.ts';
import { setup } from './operator/setup.ts';
import { whyNotStarted } from './platform/db/errors.ts';

/** The operator's commands; `server/OPERATING.md` tells when to use which. */
const COMMANDS: Record<string, Command> = {
  setup,
  migrate,
  doctor,
  audit,
  'add-database': addDatabase,
  'move-company': moveCompany,
  machines,
  drain,
  'move-files': moveFiles,
  'publish-console': publishConsole,
  backup,
  restore,
};

const [name = '', ...args] = process.argv.slice(2);
try {
  process.exitCode = await run(name, args);
} catch (error) {
  process.stderr.write(`${whyNotStarted(error)}\n`);
  process.exitCode = 1;
}

/** @returns the exit code: 0 done or helped, 2 no such command or arguments */
async function run(name: string, args: string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  const shown = command ? [[name, command] as const] : Object.entries(COMMANDS);
  const usage = shown
    .map(([known, { usage, purpose }]) => `balcao ${known} ${usage}\n    ${purpose}\n`)
    .join('');
  if ([name, ...args].includes('--help')) {
    process.stdout.write(usage);
    return 0;
  }
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  if (command && (await isRun(() => command.run(args, { config: loadConfig(process.env), say })))) return 0;
  process.stderr.write(usage);
  return 2;
}

/** An option that the command does not have is said, and makes as little sense as other wrong arguments. */
async function isRun(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error;
    process.stderr.write(`${message}\n`);
    return false;
  }
}
