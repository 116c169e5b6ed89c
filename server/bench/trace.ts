import type postgres from 'postgres';
import type { LoggedStatement } from './postgres.ts';

/** When one message left and when it was there, and the statements between. Moments are milliseconds since 1970. */
export interface TracedMessage {
  sentAt: number;
  arrivedAt: number;
  statements: LoggedStatement[];
}

const MAX_CHARS = 110;

/** The steps of the message that took neither long nor short, a line each: milliseconds since it left, program, statement. */
export async function describeTrace(admin: postgres.Sql, messages: TracedMessage[]): Promise<string[]> {
  const bySpeed = messages.toSorted((a, b) => a.arrivedAt - a.sentAt - (b.arrivedAt - b.sentAt));
  const typical = bySpeed[Math.floor(bySpeed.length / 2)];
  if (!typical) return [];
  const rows = await admin<{ pid: number; name: string }[]>`
    select pid, application_name as name from pg_stat_activity where datname = current_database()`;
  const programs = new Map(rows.map(({ pid, name }) => [pid, name]));
  const line = (at: number, program: string, what: string) =>
    `${(at - typical.sentAt).toFixed(0).padStart(5)} ms  ${program.padEnd(20)}  ${what.slice(0, MAX_CHARS)}`;
  return [
    ...typical.statements.map(({ at, pid, text }) => line(at, programs.get(pid) ?? `${pid}`, text)),
    line(typical.arrivedAt, 'console', 'it is in SQLite'),
  ];
}
