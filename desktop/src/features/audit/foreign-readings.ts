import { isForeign } from '@balcao/shared/features/audit/reading.ts';

interface Deps {
  ticket(id: number): { userId: number | null; queueId: number | null } | null | undefined;
  person(): { userId: number; queueIds: readonly number[] };
  now(): number;
  tell(ticketId: number): void;
}

const HOUR_MS = 3_600_000;

/** Tells the audit log of conversations on the screens that are others' to read, each once an hour. */
export function createForeignReadings({ ticket, person, now, tell }: Deps) {
  let hour = 0;
  const told = new Set<number>();

  return {
    shown(ticketIds: readonly number[]): void {
      const thisHour = Math.floor(now() / HOUR_MS);
      if (thisHour !== hour) told.clear();
      hour = thisHour;
      for (const id of ticketIds) {
        const row = ticket(id);
        if (told.has(id) || !row || !isForeign(row, person())) continue;
        told.add(id);
        tell(id);
      }
    },
  };
}
