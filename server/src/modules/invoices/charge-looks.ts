/** Somebody who pays is looking at the code: news are wanted soon. */
const FIRST_MS = 10_000;
/** Money comes within seconds; after so long only a notice may still tell of it. */
const LAST_MS = 3 * 86_400_000;

/** When a gateway is asked again what was paid for a charge: ever more rarely; null: no more. */
export function nextLook(createdAt: Date, now: Date): Date | null {
  const age = now.getTime() - createdAt.getTime();
  return age > LAST_MS ? null : new Date(now.getTime() + Math.max(FIRST_MS, age / 10));
}
