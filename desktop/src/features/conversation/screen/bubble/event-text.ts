import { errorKey, isErrorCode } from '@balcao/shared/errors.ts';
import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import type { Format } from '../../../../renderer/kit/format.ts';
import type { TextOf } from '../../../../renderer/kit/use-texts.ts';

const RATES = ['rate1', 'rate2', 'rate3'] as const;

/** Describes a ticket's event in one sentence. */
export function eventText(event: TicketEvent, t: TextOf, format: Pick<Format, 'moment'>): string {
  switch (event.kind) {
    case 'started':
      return event.by === null
        ? t('conversation:event.started')
        : t('conversation:event.startedBy', { by: event.by });
    case 'accepted':
      return t('conversation:event.accepted', { by: event.by ?? t('conversation:event.system') });
    case 'assigned':
      return t(`conversation:event.assigned.${event.why}`, { user: event.toUser });
    case 'overflowed':
      return t('conversation:event.overflowed', {
        from: event.fromQueue,
        to: event.toQueue,
        count: event.minutes,
      });
    case 'transferred':
      return transferText(event, t);
    case 'returned':
      return returnedText(event, t);
    case 'closed':
      return event.by === null
        ? t('conversation:event.closed')
        : t('conversation:event.closedBy', { by: event.by });
    case 'snoozed':
      return t('conversation:event.snoozed', {
        by: event.by ?? t('conversation:event.system'),
        until: format.moment(event.until),
      });
    case 'resumed':
      return resumedText(event, t);
    case 'reopened':
      return event.by === null
        ? t('conversation:event.reopened')
        : t('conversation:event.reopenedBy', { by: event.by });
    case 'tagged':
      return tagText(event, t);
    case 'merged':
      return event.fromUser === null || event.fromUser === event.toUser
        ? t('conversation:event.merged')
        : t('conversation:event.mergedFrom', { user: event.fromUser });
    case 'rated':
      return ratedText(event, t);
    case 'commented':
      return t('conversation:event.commented');
    case 'chose':
      return t(`conversation:event.chose.${event.what}`, { name: event.name });
    case 'botStarted':
      return event.queue === null
        ? t('conversation:event.botStarted', { by: event.by ?? t('conversation:event.system') })
        : t('conversation:event.botStartedIn', {
            by: event.by ?? t('conversation:event.system'),
            queue: event.queue,
          });
    case 'handedOver':
      return t(`conversation:event.handedOver.${event.cause}`, {
        by: event.by ?? t('conversation:event.system'),
      });
    case 'cited':
      return t('conversation:event.cited');
    case 'campaign':
      return t('conversation:event.campaign', { name: event.name });
    case 'moved':
    case 'movedToOther':
    case 'movedHere': {
      const { from, to } = event;
      const name = event.kind === 'moved' ? '' : event.name;
      return t(`conversation:event.${event.kind}`, { from: from ?? '–', to: to ?? '–', name });
    }
    case 'automated':
      return automatedText(event, t);
    case 'macro':
      return t('conversation:event.macro', {
        by: event.by ?? t('conversation:event.system'),
        name: event.name,
      });
    case 'deadlineMissed':
      return t('conversation:event.deadlineMissed', {
        deadline: t(`deadlines:kind.${event.deadline}`),
        policy: event.policy || '–',
      });
    case 'failed':
      return t('conversation:event.failed', { reason: reasonText(event.code, t) });
  }
}

const reasonText = (code: string, t: TextOf): string => (isErrorCode(code) ? t(errorKey(code)) : code);

function automatedText({ name, failed, unsaid }: Kind<'automated'>, t: TextOf): string {
  if (failed !== null)
    return t('conversation:event.automatedFailed', { name, reason: reasonText(failed, t) });
  return unsaid === undefined
    ? t('conversation:event.automated', { name })
    : t('conversation:event.automatedUnsaid', { name, reason: reasonText(unsaid, t) });
}

function ratedText({ scale, rate: mark }: Kind<'rated'>, t: TextOf): string {
  if (scale === 'stars') return t('conversation:event.ratedStars', { mark });
  if (scale === 'nps') return t('conversation:event.ratedNps', { mark });
  return t('conversation:event.rated', { rate: t(`conversation:event.${RATES[mark - 1] ?? 'rate2'}`) });
}

function returnedText({ by, fromUser, away }: Kind<'returned'>, t: TextOf): string {
  if (by === null) return t('conversation:event.returnedAuto');
  if (!away) return t('conversation:event.returned', { by });
  return fromUser === null || fromUser === by
    ? t('conversation:event.returnedAway', { by })
    : t('conversation:event.returnedAwayBy', { by, user: fromUser });
}

function resumedText({ cause, by }: Kind<'resumed'>, t: TextOf): string {
  if (cause === 'agent')
    return t('conversation:event.resumedBy', { by: by ?? t('conversation:event.system') });
  return t(cause === 'time' ? 'conversation:event.resumedTime' : 'conversation:event.resumedCustomer');
}

type Kind<K extends TicketEvent['kind']> = Extract<TicketEvent, { kind: K }>;

/** Unchanged values are left out. */
function transferText(event: Kind<'transferred'>, t: TextOf): string {
  const text =
    event.by === null
      ? t('conversation:event.transferredAuto')
      : t('conversation:event.transferred', { by: event.by });
  const user = event.toUser !== event.fromUser ? event.toUser : null;
  const queue = event.toQueue !== event.fromQueue ? event.toQueue : null;
  if (user !== null && queue !== null) return t('conversation:event.toBoth', { text, user, queue });
  if (user !== null) return t('conversation:event.toUser', { text, user });
  if (queue !== null) return t('conversation:event.toQueue', { text, queue });
  return text;
}

function tagText({ by, added, removed }: Kind<'tagged'>, t: TextOf): string {
  const who = by ?? t('conversation:event.system');
  const [plus, minus] = [added.join(', '), removed.join(', ')];
  if (plus && minus) return t('conversation:event.tagsBoth', { by: who, added: plus, removed: minus });
  return plus
    ? t('conversation:event.tagsAdded', { by: who, tags: plus })
    : t('conversation:event.tagsRemoved', { by: who, tags: minus });
}
