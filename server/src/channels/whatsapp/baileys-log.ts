import type { UserFacingSocketConfig } from '@whiskeysockets/baileys';
import type { Log } from '../../platform/log.ts';

type LibraryLog = NonNullable<UserFacingSocketConfig['logger']>;

/**
 * The library logs whole stanzas, keys and numbers beside its words. Only the words and the error's own message pass.
 */
export function createLibraryLog(log: Log): LibraryLog {
  const pass = (level: 'warn' | 'error') => (object: unknown, words?: string) =>
    log[level]({ problem: problemOf(object) }, `whatsapp library: ${words ?? wordsOf(object)}`);
  const drop = () => {};
  const library: LibraryLog = {
    level: 'warn',
    child: () => library,
    trace: drop,
    debug: drop,
    info: drop,
    warn: pass('warn'),
    error: pass('error'),
  };
  return library;
}

function wordsOf(object: unknown): string {
  return typeof object === 'string' ? object : '';
}

function problemOf(object: unknown): string | undefined {
  if (typeof object !== 'object' || object === null) return undefined;
  const { err, error, trace } = object as { err?: unknown; error?: unknown; trace?: unknown };
  const problem = err ?? error;
  // Only the first line of a stack passes: the error's own message.
  if (typeof trace === 'string') return trace.split('\n', 1)[0];
  return problem instanceof Error ? problem.message : undefined;
}
