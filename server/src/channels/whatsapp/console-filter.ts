/**
 * libsignal prints whole session records, private keys included, on routine changes of a session (hazard H15,
 * Baileys #888 and #2098). Nothing that begins like this may reach the process's output.
 */
const LEAKS = [
  'Closing session',
  'Closing open session',
  'Opening session',
  'Removing old closed session',
  'Session already',
  'Migrating session',
  'Decrypted message with closed session',
  'Failed to decrypt message with any known session',
  'Session error',
  'V1 session storage migration error',
  'Deleting all sessions',
];

const METHODS = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** Filters the console of this process, once; call it before the first socket opens. */
export function silenceSignalPrints(target: Pick<Console, (typeof METHODS)[number]> = console): void {
  for (const method of METHODS) {
    const print = target[method].bind(target);
    target[method] = (...parts: unknown[]) => {
      const [first] = parts;
      if (typeof first === 'string' && LEAKS.some((leak) => first.startsWith(leak))) return;
      print(...parts);
    };
  }
}
