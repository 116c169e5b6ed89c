import type { Tx } from '../platform/db/client.ts';

/** A process that holds sessions, as far as their spread over all of them needs it. */
export interface Holder {
  id: string;
  capacity: number;
  draining: boolean;
  held: number;
}

/** How many of the wanted sessions fall to a process: as much of them as it has of the room of all who stay. */
export function shareOf(id: string, holders: readonly Holder[], wanted: number): number {
  const staying = holders.filter(({ draining }) => !draining);
  const own = staying.find((holder) => holder.id === id);
  if (!own) return 0;
  const room = staying.reduce((sum, { capacity }) => sum + capacity, 0);
  return Math.min(own.capacity, Math.ceil((wanted * own.capacity) / room));
}

/** How many more sessions others than this process have room for. */
export function roomBeside(id: string, holders: readonly Holder[]): number {
  const others = holders.filter((holder) => holder.id !== id && !holder.draining);
  return others.reduce((sum, { capacity, held }) => sum + Math.max(0, capacity - held), 0);
}

/** A number that moves is away for a moment: it is not moved for a difference that the next link may make. */
const TOLERATED = 0.1;

/** How many sessions beyond its share a process should hand over to others. */
export function excessOf(held: number, share: number): number {
  return held - share > Math.max(1, share * TOLERATED) ? held - share : 0;
}

export async function readSpread(tx: Tx): Promise<{ holders: Holder[]; wanted: number }> {
  const holders = await tx<Holder[]>`
    select p.id, p.capacity, p.draining,
      (select count(*)::int from connection_leases l where l.owner = p.id) as held
    from processes p where p.kind = 'sessions' and p.expires_at > clock_timestamp()`;
  const [row] = await tx<{ wanted: number }[]>`
    select count(*)::int as wanted from connections where desired = 'running' or logout_requested`;
  return { holders, wanted: row?.wanted ?? 0 };
}
