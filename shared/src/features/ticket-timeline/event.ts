import { z } from 'zod';
import { id, instant } from '../../contract/fields.ts';
import { DEADLINE_KINDS } from '../deadlines/deadline.ts';
import { marksOf, RATING_SCALES } from '../ratings/scale.ts';

/**
 * The events of a ticket, as its conversation shows them: the body of a message of type `event` is one of these as
 * JSON. People, queues and tags by the names that they had then, null where there was none: history does not change
 * when a user is renamed. Instants and the acting user are in the message's own row.
 */
const name = z.string().nullable();
/** The acting user; null for the customer and the system. */
const by = name;

/**
 * Why people go on: the menu came to its end, the customer wants a person, as an AI has understood, no article answers
 * them, it is out of hours, the customer fell silent, was not understood too often, or repeats the same over and over as
 * machines do; an agent switched the bot off, or somebody wrote on the phone; no bot may answer this contact or for this
 * company.
 */
export const HANDOVER_CAUSES = [
  'done',
  'wanted',
  'noSource',
  'closed',
  'silent',
  'limit',
  'repeats',
  'agent',
  'phone',
  'notAllowed',
] as const;
export type HandoverCause = (typeof HANDOVER_CAUSES)[number];

export const ticketEvent = z.discriminatedUnion('kind', [
  /** A service cycle began: the customer wrote or came back, or an agent began it. */
  z.object({ kind: z.literal('started'), by }),
  z.object({ kind: z.literal('accepted'), by }),
  /**
   * Its queue gave it to an agent: it was their turn, they had fewest, or they are the one whom the customer knows; or a rule
   * did, which the line before names.
   */
  z.object({
    kind: z.literal('assigned'),
    toUser: z.string(),
    why: z.enum(['inTurn', 'fewest', 'known', 'rule']),
  }),
  /** It waited for so many minutes, and goes on to another queue. */
  z.object({ kind: z.literal('overflowed'), fromQueue: z.string(), toQueue: z.string(), minutes: z.int() }),
  /** An unchanged value is on both sides. */
  z.object({
    kind: z.literal('transferred'),
    by,
    fromUser: name,
    toUser: name,
    fromQueue: name,
    toQueue: name,
  }),
  /** Returned to the waiting ones of its queue; `away`: because its agent is away. */
  z.object({ kind: z.literal('returned'), by, fromUser: name, away: z.boolean().optional() }),
  z.object({ kind: z.literal('closed'), by }),
  /** Put off until then. */
  z.object({ kind: z.literal('snoozed'), by, until: instant }),
  /** Back among the others: its time came, the customer wrote, or an agent (`by`) took it back. */
  z.object({ kind: z.literal('resumed'), by, cause: z.enum(['time', 'customer', 'agent']) }),
  /** A closed one reopens with an agent: the agent reopened it, or the customer wrote while the rating was awaited. */
  z.object({ kind: z.literal('reopened'), by, toUser: name }),
  z.object({
    kind: z.literal('tagged'),
    by,
    added: z.array(z.string()),
    removed: z.array(z.string()),
  }),
  /** Two conversations of one customer were merged; `fromUser` had the other, `toUser` continues. */
  z.object({ kind: z.literal('merged'), fromUser: name, toUser: name }),
  /** A mark on this scale, on the first one where none is named; `toUser` was rated. */
  z
    .object({
      kind: z.literal('rated'),
      scale: z.enum(RATING_SCALES).default('satisfaction'),
      rate: z.int(),
      toUser: name,
    })
    .refine(({ scale, rate }) => marksOf(scale).includes(rate)),
  /** The customer has said something about that mark: the words are the message before. */
  z.object({ kind: z.literal('commented') }),
  /** The customer chose a queue, or an option of one. */
  z.object({ kind: z.literal('chose'), what: z.enum(['queue', 'option']), name: z.string() }),
  /** An agent handed it to the bot: of this queue, or of the menu of queues. */
  z.object({ kind: z.literal('botStarted'), by, queue: name }),
  /** The bot has stopped, and people go on. */
  z.object({ kind: z.literal('handedOver'), by, cause: z.enum(HANDOVER_CAUSES) }),
  /** What the AI has just said rests on these articles. */
  z.object({ kind: z.literal('cited'), articles: z.array(z.object({ id, title: z.string() })).min(1) }),
  /** The customer answers what a campaign of this name has said. */
  z.object({ kind: z.literal('campaign'), name: z.string() }),
  /** The customer has another number from now on. */
  z.object({ kind: z.literal('moved'), from: name, to: name }),
  /** The same, and what they have now is the other contact's (`name`): they may be one person. */
  z.object({ kind: z.literal('movedToOther'), from: name, to: name, name: z.string() }),
  /** The other contact, to whom the number belonged that this contact has, says so there. */
  z.object({ kind: z.literal('movedHere'), from: name, to: name, name: z.string() }),
  /** A rule acted: what follows is its doing. `failed` is the error for which it did not: nothing of it was done. */
  z.object({
    kind: z.literal('automated'),
    automationId: id,
    name: z.string(),
    failed: z.string().nullable(),
    /** The error for which the customer was not written to while the rest was done; absent: nothing hindered that. */
    unsaid: z.string().optional(),
    /** Webhooks that it has told by name. */
    webhookIds: z.array(id).optional(),
  }),
  /** Somebody used a macro of this name: what follows is its doing. */
  z.object({ kind: z.literal('macro'), by, name: z.string() }),
  /** A deadline of this kind, which the policy of this name had set, was missed. */
  z.object({ kind: z.literal('deadlineMissed'), deadline: z.enum(DEADLINE_KINDS), policy: z.string() }),
  /** Something automatic did not work; the ticket waits for people. `code` is an error of the catalogue. */
  z.object({ kind: z.literal('failed'), code: z.string() }),
]);
export type TicketEvent = z.output<typeof ticketEvent>;

/** Null for a body that is no event, and for an event that is newer than this program. */
export function readTicketEvent(body: string): TicketEvent | null {
  try {
    return ticketEvent.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}
