/** Minutes by which the server's clock is ahead of this computer's. */
let ahead = 0;

export function setServerAhead(minutes: number): void {
  ahead = minutes;
}

/**
 * Now, as the server has it: what is "today" and what is still young enough to be changed does not depend on a
 * computer whose clock is wrong.
 */
export const serverNow = (): Date => new Date(Date.now() + ahead * 60_000);
