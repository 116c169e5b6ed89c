import { isForeign } from '@balcao/shared/features/audit/reading.ts';
import { createHourly } from './hourly.ts';

interface Deps {
  ticket(id: number): { userId: number | null; queueId: number | null } | null | undefined;
  person(): { userId: number; queueIds: readonly number[] };
  now(): number;
  tell(ticketId: number): void;
}

export type ForeignReadings = ReturnType<typeof createForeignReadings>;

/** Tells the audit log of conversations on the screens, or whose words were found, that are others' to read, each once an hour. */
export function createForeignReadings({ ticket, person, now, tell }: Deps) {
  const isFirst = createHourly<number>(now);

  return {
    shown(ticketIds: readonly number[]): void {
      for (const id of ticketIds) {
        const row = ticket(id);
        if (row && isForeign(row, person()) && isFirst(id)) tell(id);
      }
    },
  };
}
