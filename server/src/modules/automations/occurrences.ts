import type { Occurrence } from '@balcao/shared/features/automations/facts.ts';
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
  if (!event) return [saidBy === 'us' ? 'ourMessage' : saidBy === 'bot' ? 'botMessage' : 'message'];
  if (isPlain(event.kind)) return [KIND_OF[event.kind]];
  if (event.kind !== 'tagged') return [];
  return [
    ...(event.added.length > 0 ? (['tagged'] as const) : []),
    ...(event.removed.length > 0 ? (['untagged'] as const) : []),
  ];
}

/** The same with all that rules ask of it: the conversation names tags, rules know them by their ids. */
export async function occurrencesOf(
  tx: Tx,
  companyId: number,
  causes: readonly NotedCause[],
  lines: readonly { id: string; body: string }[],
): Promise<Occurrence[]> {
  const names = causes.flatMap((cause) =>
    'event' in cause && cause.event?.kind === 'tagged' ? [...cause.event.added, ...cause.event.removed] : [],
  );
  const tags =
    names.length === 0
      ? []
      : await tx<{ id: number; name: string }[]>`
          select id, name from tags where company_id = ${companyId} and name = any (${names}::text[])`;
  const idsOf = (wanted: readonly string[]) =>
    tags.filter(({ name }) => wanted.includes(name)).map(({ id }) => id);
  return causes.flatMap((cause) =>
    kindsOf(cause).map((kind): Occurrence => {
      if (!('event' in cause)) return { kind } as Occurrence;
      if (!cause.event)
        return { kind, text: lines.find(({ id }) => id === cause.messageId)?.body ?? '' } as Occurrence;
      if (cause.event?.kind === 'deadlineMissed')
        return { kind: 'deadlineMissed', deadline: cause.event.deadline };
      if (cause.event?.kind === 'rated') {
        const { scale, rate } = cause.event;
        return { kind: 'rated', level: ratingLevel(scale, rate) };
      }
      if (cause.event?.kind !== 'tagged') return { kind } as Occurrence;
      const put = kind === 'tagged';
      return {
        kind: put ? 'tagged' : 'untagged',
        tagIds: idsOf(put ? cause.event.added : cause.event.removed),
      };
    }),
  );
}
