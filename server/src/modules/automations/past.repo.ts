import type { Occurrence } from '@balcao/shared/features/automations/facts.ts';
import { TRIED_LINES } from '@balcao/shared/features/automations/limits.ts';
import { type Cause, TIMED_CAUSES, type TimedCause } from '@balcao/shared/features/automations/rule.ts';
import type { Deadline } from '@balcao/shared/features/deadlines/deadline.ts';
import type { ReferralKind } from '@balcao/shared/features/messages/referral.ts';
import { readTicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { NotedCause } from '../ticket-timeline/causes.service.ts';
import { occurrencesIn, tagsIn } from './occurrences.ts';

/**
 * What has happened to tickets of late, the newest first, as a rule with this cause would have seen it. Contacts leave no
 * line when they change: that may have happened in each.
 */
export async function loadPast(
  tx: Tx,
  companyId: number,
  ticketIds: readonly number[],
  cause: Cause,
  now: Date,
): Promise<Map<number, Occurrence[]>> {
  if (cause.kind === 'contactChanged')
    return new Map(ticketIds.map((id) => [id, [{ kind: 'contactChanged' }]]));
  const timed = TIMED_CAUSES.find((kind) => kind === cause.kind);
  if (timed || cause.kind === 'deadlineNear') return loadStanding(tx, companyId, ticketIds, cause, now);
  const lines = await loadLines(tx, companyId, ticketIds);
  const noted = lines.flatMap((line) => causeOf(line) ?? []);
  const tags = await tagsIn(tx, companyId, noted);
  const past = new Map<number, Occurrence[]>();
  for (const line of lines) {
    const happened = causeOf(line);
    const known = past.get(line.ticketId) ?? [];
    if (happened) past.set(line.ticketId, [...known, ...occurrencesIn(happened, [line], tags)]);
  }
  return past;
}

interface Line {
  ticketId: number;
  id: string;
  body: string;
  origin: ReferralKind | null;
  fromMe: boolean;
  saidBy: string | null;
  isEvent: boolean;
}

/** All of an event, and enough of what was said: they are ten thousand. */
const MAX_READ = 4_000;

const loadLines = (tx: Tx, companyId: number, ticketIds: readonly number[]): Promise<Line[]> => tx<Line[]>`
  select wanted.id as ticket_id, said.* from unnest(${[...ticketIds]}::bigint[]) wanted (id)
  cross join lateral (
    select m.id, left(m.body, ${MAX_READ}) as body, m.referral ->> 'kind' as origin, m.from_me, m.said_by, m.media_type = 'event' as is_event from messages m
    where m.company_id = ${companyId} and m.ticket_id = wanted.id
      and m.media_type <> 'note' and not m.is_deleted and not m.placeholder
    order by m.created_at desc, m.id desc limit ${TRIED_LINES}) said`;

/** As it was noted when the line was written; null for what is no cause. */
function causeOf({ id, body, fromMe, saidBy, isEvent }: Line): NotedCause | null {
  if (isEvent) {
    const event = readTicketEvent(body);
    return event && { messageId: id, event };
  }
  if (!fromMe) return { messageId: id, event: null };
  if (saidBy === 'bot') return { messageId: id, event: null, saidBy: 'bot' };
  return saidBy === null || saidBy === 'api' ? { messageId: id, event: null, saidBy: 'us' } : null;
}

/** How they stand now, for so long at least, or with which deadlines that are near. */
async function loadStanding(
  tx: Tx,
  companyId: number,
  ticketIds: readonly number[],
  cause: Cause,
  now: Date,
): Promise<Map<number, Occurrence[]>> {
  const rows = await tx<{ id: number; kind: TimedCause | null; since: Date | null; deadlines: Deadline[] }[]>`
    select t.id, stands.kind, stands.since, t.deadlines
    from tickets t cross join lateral automation_clock(t) stands
    where t.company_id = ${companyId} and t.id = any (${[...ticketIds]}::bigint[])`;
  return new Map(
    rows.map(({ id, kind, since, deadlines }): [number, Occurrence[]] => {
      if (!('minutes' in cause)) {
        const near = deadlines.filter(({ nearAt }) => Date.parse(nearAt) <= now.getTime());
        return [id, near.map((one) => ({ kind: 'deadlineNear', deadline: one.kind }))];
      }
      const { minutes } = cause;
      const isSo =
        kind === cause.kind && since !== null && now.getTime() - since.getTime() >= minutes * 60_000;
      return [id, isSo ? [{ kind, minutes }] : []];
    }),
  );
}
