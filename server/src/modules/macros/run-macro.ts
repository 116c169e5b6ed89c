import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { foreseen, isWriting } from '@balcao/shared/features/macros/effects.ts';
import type { MutationArgs } from '@balcao/shared/sync/commands.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { carryOut, type Hands } from '../automations/carry-out.ts';
import { createMessagesService } from '../messages/messages.service.ts';
import { addTicketEvent, namesOf } from '../ticket-timeline/ticket-events.service.ts';
import { lockVisible, mayTouch, otherAgentError } from '../tickets/locked-ticket.ts';
import { createTicketsService, hasUnread } from '../tickets/tickets.service.ts';
import * as repo from './macros.repo.ts';
import { assertSound } from './macros.service.ts';

type Args = MutationArgs<'macro.run'>;

/** What only a console says is absent for others: the macro is done as it is now, and its texts are filled in here. */
interface Run
  extends Pick<Args, 'macroId' | 'ticketId' | 'seenAt'>,
    Partial<Pick<Args, 'id' | 'version' | 'lines'>> {
  /** When the agent acted. */
  actedAt?: string;
}

/**
 * Does all that a macro says as the actor's deed, by the parts that do it one by one: what one of them refuses undoes all.
 * The same id twice is one use. ERR_NO_MACRO_FOUND, ERR_MACRO_CHANGED, ERR_MACRO_REFERENCE; ERR_CUSTOMER_WROTE when it would finish over unseen messages.
 */
export async function runMacro(tx: Tx, actor: Actor, run: Run, clock: () => Date): Promise<void> {
  const { companyId, userId } = actor;
  const { id = uuidv7(), ticketId, version, seenAt } = run;
  // Before the ticket: a repetition may arrive after it went where the actor does not see it.
  if (await isRepetition(tx, companyId, ticketId, id)) return;
  const ticket = await lockVisible(tx, actor, ticketId);
  if (!mayTouch(actor, ticket)) throw await otherAgentError(tx, actor, ticket);
  const macro = orNotFound(await repo.hold(tx, actor, run.macroId), 'ERR_NO_MACRO_FOUND');
  if (version !== undefined && version !== macro.version) throw new AppError('ERR_MACRO_CHANGED');
  await assertSound(tx, companyId, macro.effects);
  const { lastMessageAt, ...standing } = await repo.loadStanding(tx, companyId, ticketId);
  const { effects } = foreseen(macro.effects, standing, userId);
  const finishes = effects.some(({ kind }) => kind === 'finish');
  if (finishes && seenAt !== undefined && (await hasUnread(tx, companyId, ticketId, seenAt)))
    throw new AppError('ERR_CUSTOMER_WROTE');

  // Behind all that stands in the conversation, each deed a moment after the one before.
  let last = Math.max(clock().getTime(), lastMessageAt.getTime());
  const moment = () => new Date(++last);
  const { by } = await namesOf(tx, actor, { by: userId }, {});
  await addTicketEvent(
    tx,
    { companyId, ticketId, userId },
    { kind: 'macro', by, name: macro.name },
    moment(),
    id,
  );
  const hands = handsOf(tx, actor, run, moment);
  const doer = { companyId, ticketId, queueId: standing.queueId, userId, name: by, said: 0, hands };
  const lines = [...(run.lines ?? [])];
  for (const effect of effects)
    await carryOut(tx, doer, effect, moment(), isWriting(effect) ? lines.shift() : undefined);
}

/** Whether the line that tells of this use is there already. ERR_IDEMPOTENCY_KEY_REUSED for an id of something else. */
async function isRepetition(tx: Tx, companyId: number, ticketId: number, id: string): Promise<boolean> {
  const line = await repo.findLine(tx, companyId, id);
  if (line && (line.ticketId !== ticketId || line.mediaType !== 'event'))
    throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED');
  return line !== undefined;
}

/** How the actor speaks and puts off, as with the hand. */
function handsOf(tx: Tx, actor: Actor, { ticketId, seenAt, actedAt }: Run, clock: () => Date): Hands {
  const tickets = createTicketsService({ clock });
  const messages = createMessagesService({ clock, tickets });
  return {
    say: (message) => messages.send(tx, actor, { ...message, ticketId, seenAt, quotedMsgId: null }),
    putOff(minutes) {
      const since = actedAt === undefined ? clock().getTime() : Date.parse(actedAt);
      const until = new Date(since + minutes * 60_000).toISOString();
      return tickets.snooze(tx, actor, ticketId, until, seenAt);
    },
  };
}
