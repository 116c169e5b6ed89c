import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Two of these are kept: the one that is written, and the one before it. */
const MAX_BYTES = 512 * 1024;
const DIR = 'logs';

/**
 * Writes the log to a file, because no terminal is open. It never fails a caller: a full disk costs lines.
 * @param name of the program that writes, so that two of them do not share a file
 */
export function openLogFile(dataDir: string, name: string): { write(line: string): void } {
  const dir = join(dataDir, DIR);
  const path = join(dir, `${name}.log`);
  let size = 0;
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // As below.
  }
  return {
    write(line) {
      try {
        if (size + line.length > MAX_BYTES) {
          renameSync(path, `${path}.1`);
          size = 0;
        }
        appendFileSync(path, line, { mode: 0o600 });
        size += line.length;
      } catch {
        // The log is not worth the program.
      }
    },
  };
}

/** All that is kept, oldest first within each program. */
export function readLogs(dataDir: string): string[] {
  const dir = join(dataDir, DIR);
  const names = readdirSync(dir).filter((name) => /\.log(\.1)?$/.test(name));
  // `core.log.1` holds what came before `core.log`.
  const age = (name: string) => name.replace(/\.log$/, '.log.0');
  return names
    .sort((a, b) => age(b).localeCompare(age(a)))
    .flatMap((name) => readFileSync(join(dir, name), 'utf8').split('\n').filter(Boolean));
}
