import { z } from 'zod';
import { commandOn, type ProjectionContext, type RowView } from '../../contract/command.ts';
import { id, uuid } from '../../contract/fields.ts';
import { LIMITS } from '../automations/limits.ts';
import type { Effect } from '../automations/rule.ts';
import { mediaKind } from '../media/media-kind.ts';
import type { FilesView } from '../media/typed-media.ts';
import { templateChoice } from '../message-templates/row.ts';
import { messageMutations } from '../messages/commands.ts';
import { MESSAGE_MAX_CHARS } from '../messages/limits.ts';
import type { MessageRow } from '../messages/row.ts';
import type { QuickMessageRow } from '../quick-messages/row.ts';
import type { TagRow } from '../tags/row.ts';
import { noteMutations } from '../ticket-notes/commands.ts';
import type { PinRow } from '../ticket-pins/row.ts';
import { patchTicket, seen, ticketMutations, unseen } from '../tickets/commands.ts';
import type { TicketRow } from '../tickets/row.ts';
import type { UnreadView } from '../tickets/unread.ts';
import type { UserRow } from '../users/row.ts';
import { foreseen, isWriting, standingOf } from './effects.ts';
import type { MacroRow } from './row.ts';

type View = RowView<{
  macro: MacroRow;
  ticket: TicketRow;
  message: MessageRow;
  quickMessage: QuickMessageRow;
  tag: TagRow;
  pin: PinRow;
  user: UserRow;
}> &
  UnreadView &
  FilesView;
const command = commandOn<View>();

/** What one effect writes: the row that it becomes, and its words as the agent saw them, or what fills a template. */
const line = z.object({
  id: uuid,
  body: z.string().max(MESSAGE_MAX_CHARS),
  parameters: templateChoice.shape.parameters.optional(),
});
export type MacroLine = z.output<typeof line>;

const runArgs = z.object({
  /** Of this use of it: the line that tells of it in the conversation. */
  id: uuid,
  ticketId: id,
  macroId: id,
  /** As the agent saw it: refused when it does something else by now. */
  version: z.int(),
  /** For each effect that writes, in their order. */
  lines: z.array(line).max(LIMITS.effects),
  ...seen.shape,
});
type RunArgs = z.output<typeof runArgs>;

export const macroMutations = {
  /** All that a macro says, or nothing of it. One that finishes is refused over unseen messages. */
  'macro.run': command({
    args: runArgs,
    project(view, args, ctx) {
      const macro = view.get('macro', String(args.macroId));
      const ticket = view.get('ticket', String(args.ticketId));
      if (!ticket || macro?.version !== args.version) return;
      const { effects } = foreseen(macro.effects, standingOf(ticket), ctx.userId);
      const finishes = effects.some(({ kind }) => kind === 'finish');
      if (finishes && unseen(view, args).unreadMessages > 0) return;
      const lines = [...args.lines];
      for (const effect of effects) {
        const written = isWriting(effect) ? lines.shift() : undefined;
        show(view, args, effect, written, ctx);
      }
    },
  }),
} as const;

/** By the projections of the commands that do the same alone. */
function show(
  view: View,
  { ticketId, seenAt }: RunArgs,
  effect: Effect,
  written: MacroLine | undefined,
  ctx: ProjectionContext,
): void {
  const tagIds = view.get('ticket', String(ticketId))?.tagIds ?? [];
  const tagged = (after: number[]) =>
    ticketMutations['ticket.setTags'].project(view, { ticketId, tagIds: after }, ctx);
  const transferred = (to: { userId: number | null; queueId: number | null }) =>
    ticketMutations['ticket.transfer'].project(view, { ticketId, ...to }, ctx);
  switch (effect.kind) {
    case 'addTags':
      tagged([...new Set([...tagIds, ...effect.tagIds])]);
      break;
    case 'removeTags':
      tagged(tagIds.filter((tagId) => !effect.tagIds.includes(tagId)));
      break;
    case 'queue':
      transferred({ userId: null, queueId: effect.queueId });
      break;
    case 'agent':
      transferred({ userId: effect.userId, queueId: null });
      break;
    case 'accept':
      ticketMutations['ticket.accept'].project(view, { ticketId }, { ...ctx, userId: effect.userId });
      break;
    case 'finish':
      ticketMutations['ticket.close'].project(view, { ticketId, seenAt }, ctx);
      break;
    case 'snooze': {
      const until = new Date(Date.parse(ctx.at) + effect.minutes * 60_000).toISOString();
      ticketMutations['ticket.snooze'].project(view, { ticketId, until, seenAt }, ctx);
      break;
    }
    case 'prompt':
    case 'integration':
      patchTicket(view, ticketId, { chatbot: true, answerer: effect.kind, snoozedUntil: null });
      break;
    case 'stopBot':
      ticketMutations['ticket.silenceBot'].project(view, { ticketId }, ctx);
      break;
    default:
      if (written) showWritten(view, { ...written, ticketId }, seenAt, effect, ctx);
  }
}

function showWritten(
  view: View,
  said: MacroLine & { ticketId: number },
  seenAt: string | undefined,
  effect: Effect,
  ctx: ProjectionContext,
): void {
  if (effect.kind === 'note' || effect.kind === 'mention') {
    const mentionedIds = effect.kind === 'mention' ? effect.userIds : [];
    noteMutations['note.add'].project(view, { ...said, mentionedIds }, ctx);
    return;
  }
  const quick = effect.kind === 'quickMessage' ? String(effect.quickMessageId) : null;
  const file = quick === null ? null : (view.get('quickMessage', quick)?.media ?? null);
  const withFile = { ...view, media: () => file && { ...file, mediaType: mediaKind(file.mime) } };
  const message = { ...said, seenAt, mediaId: file?.id ?? null, quotedMsgId: null };
  messageMutations['message.send'].project(withFile as View, message, ctx);
}
