import type postgres from 'postgres';
import type { Collector } from '../test/watched/collector.ts';
import type { LoggedStatement } from './postgres.ts';

/** When one message left and when it was there, and the statements between. Moments are milliseconds since 1970. */
export interface TracedMessage {
  sentAt: number;
  arrivedAt: number;
  statements: LoggedStatement[];
}

const MAX_CHARS = 110;

/**
 * The steps of the message that took neither long nor short, a line each: milliseconds since it left, program, statement or
 * what the program itself says that it did. Its queue is the journal, its `show` reaches from the hint to the frame.
 *
 * @param spans of all messages
 */
export async function describeTrace(
  admin: postgres.Sql,
  messages: TracedMessage[],
  spans: Collector['spans'],
): Promise<string[]> {
  const bySpeed = messages.toSorted((a, b) => a.arrivedAt - a.sentAt - (b.arrivedAt - b.sentAt));
  const typical = bySpeed[Math.floor(bySpeed.length / 2)];
  if (!typical) return [];
  const rows = await admin<{ pid: number; name: string }[]>`
    select pid, application_name as name from pg_stat_activity where datname = current_database()`;
  const programs = new Map(rows.map(({ pid, name }) => [pid, name]));
  const steps = [
    ...typical.statements.map(({ at, pid, text }) => ({
      at,
      who: programs.get(pid) ?? `${pid}`,
      what: text,
    })),
    ...spans.map(({ name, kind, startTimeUnixNano, endTimeUnixNano }) => {
      const [at, end] = [startTimeUnixNano, endTimeUnixNano].map((nano) => Number(nano) / 1e6) as [
        number,
        number,
      ];
      return { at, who: kind, what: `${name}, for ${(end - at).toFixed(1)} ms` };
    }),
    { at: typical.arrivedAt, who: 'console', what: 'it is in SQLite' },
  ];
  return steps
    .filter(({ at }) => at >= typical.sentAt && at <= typical.arrivedAt)
    .toSorted((a, b) => a.at - b.at)
    .map(
      ({ at, who, what }) =>
        `${(at - typical.sentAt).toFixed(1).padStart(6)} ms  ${who.padEnd(20)}  ${what.slice(0, MAX_CHARS)}`,
    );
}
