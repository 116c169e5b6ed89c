import type { Occurrence } from '@balcao/shared/features/automations/facts.ts';
import type { ReferralKind } from '@balcao/shared/features/messages/referral.ts';
import { ratingLevel } from '@balcao/shared/features/ratings/scale.ts';
import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { NotedCause } from '../ticket-timeline/causes.service.ts';

const KIND_OF = {
  started: 'opened',
  accepted: 'accepted',
  assigned: 'accepted',
  transferred: 'transferred',
  returned: 'transferred',
  overflowed: 'transferred',
  closed: 'finished',
  reopened: 'reopened',
  rated: 'rated',
  campaign: 'campaign',
  deadlineMissed: 'deadlineMissed',
} as const satisfies Partial<Record<TicketEvent['kind'], Occurrence['kind']>>;

const isPlain = (kind: TicketEvent['kind']): kind is keyof typeof KIND_OF => Object.hasOwn(KIND_OF, kind);

/** What rules may look at in a line of the conversation. */
export function kindsOf(cause: NotedCause): Occurrence['kind'][] {
  if ('contactId' in cause) return ['contactChanged'];
  const { event, saidBy } = cause;
  if (!event)
    return saidBy === 'us' ? ['ourMessage'] : saidBy === 'bot' ? ['botMessage'] : ['message', 'referred'];
  if (isPlain(event.kind)) return [KIND_OF[event.kind]];
  if (event.kind !== 'tagged') return [];
  return [
    ...(event.added.length > 0 ? (['tagged'] as const) : []),
    ...(event.removed.length > 0 ? (['untagged'] as const) : []),
  ];
}

/** The same with all that rules ask of it. */
export async function occurrencesOf(
  tx: Tx,
  companyId: number,
  causes: readonly NotedCause[],
  lines: readonly Line[],
): Promise<Occurrence[]> {
  const tags = await tagsIn(tx, companyId, causes);
  return causes.flatMap((cause) => occurrencesIn(cause, lines, tags));
}

/** What was said. @property origin what the customer came by with these words, if by anything */
export interface Line {
  id: string;
  body: string;
  origin: ReferralKind | null;
}

type Tag = { id: number; name: string };

/** The conversation names tags, rules know them by their ids. */
export async function tagsIn(tx: Tx, companyId: number, causes: readonly NotedCause[]): Promise<Tag[]> {
  const names = causes.flatMap((cause) =>
    'event' in cause && cause.event?.kind === 'tagged' ? [...cause.event.added, ...cause.event.removed] : [],
  );
  if (names.length === 0) return [];
  return tx<Tag[]>`
    select id, name from tags where company_id = ${companyId} and name = any (${names}::text[])`;
}

export function occurrencesIn(cause: NotedCause, lines: readonly Line[], tags: readonly Tag[]): Occurrence[] {
  const idsOf = (wanted: readonly string[]) =>
    tags.filter(({ name }) => wanted.includes(name)).map(({ id }) => id);
  if ('contactId' in cause) return [{ kind: 'contactChanged' }];
  const { event } = cause;
  if (!event) return saidIn(cause, lines);
  return kindsOf(cause).map((kind): Occurrence => {
    if (event.kind === 'deadlineMissed') return { kind: 'deadlineMissed', deadline: event.deadline };
    if (event.kind === 'rated') return { kind: 'rated', level: ratingLevel(event.scale, event.rate) };
    if (event.kind !== 'tagged') return { kind } as Occurrence;
    return kind === 'tagged'
      ? { kind: 'tagged', tagIds: idsOf(event.added) }
      : { kind: 'untagged', tagIds: idsOf(event.removed) };
  });
}

/** A message, and that the customer came by something with it. */
function saidIn(cause: NotedCause & { messageId: string }, lines: readonly Line[]): Occurrence[] {
  const line = lines.find(({ id }) => id === cause.messageId);
  const text = line?.body ?? '';
  return kindsOf(cause).flatMap((kind): Occurrence[] => {
    if (kind !== 'referred') return [{ kind, text } as Occurrence];
    return line?.origin ? [{ kind, origin: line.origin, text }] : [];
  });
}
