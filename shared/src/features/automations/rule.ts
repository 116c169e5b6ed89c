import { z } from 'zod';
import { id } from '../../contract/fields.ts';
import { CHANNELS } from '../connections/channel.ts';
import { DEADLINE_KINDS } from '../deadlines/deadline.ts';
import { templateChoice } from '../message-templates/row.ts';
import { REFERRAL_KINDS } from '../messages/referral.ts';
import { RATING_LEVELS } from '../ratings/scale.ts';
import { TICKET_STATUSES } from '../tickets/row.ts';
import { LIMITS } from './limits.ts';

/** What a rule says: when it looks, if what holds, and what it does then. Lists of effects are of no rule alone. */

/** Ids are of the company's own objects; each once. */
const idsFrom = (least: number) =>
  z
    .array(id)
    .min(least)
    .max(LIMITS.ids)
    .overwrite((ids) => [...new Set(ids)]);
const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .overwrite((written) => written.toWellFormed());
const minutes = z.int().min(1).max(LIMITS.minutes);

/** A conversation that stands like this for so long is a cause by itself. */
export const TIMED_CAUSES = ['waiting', 'unanswered', 'silent'] as const;
export type TimedCause = (typeof TIMED_CAUSES)[number];
const PLAIN_CAUSES = [
  'message',
  'opened',
  'accepted',
  'transferred',
  'finished',
  'reopened',
  'ourMessage',
  'botMessage',
  'campaign',
  'contactChanged',
] as const;
const TAG_CAUSES = ['tagged', 'untagged'] as const;
export const DEADLINE_CAUSES = ['deadlineNear', 'deadlineMissed'] as const;
export type DeadlineCause = (typeof DEADLINE_CAUSES)[number];

/**
 * When a rule looks: at a message of the customer's, of ours or of a bot's; when the customer answers a campaign; when the
 * contact is changed; when a service cycle begins, an agent accepts, the ticket goes to others,
 * is finished or reopened, or a mark of these levels (empty: any) is given; when a message of the customer's comes by
 * something of these kinds (empty: any), such as an advertisement, also of one who is known; when a tag is put or taken (`tagIds` empty: any); when the ticket waits for
 * an agent, its agent has not answered, or the customer has been silent, for so many minutes; when a deadline of these kinds
 * (empty: any) is near, or was missed.
 */
export const cause = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(PLAIN_CAUSES) }),
  z.object({ kind: z.literal('rated'), levels: z.array(z.literal(RATING_LEVELS)).max(3).default([]) }),
  z.object({ kind: z.literal('referred'), kinds: z.array(z.enum(REFERRAL_KINDS)).default([]) }),
  z.object({ kind: z.enum(TAG_CAUSES), tagIds: idsFrom(0) }),
  z.object({ kind: z.enum(TIMED_CAUSES), minutes }),
  z.object({ kind: z.enum(DEADLINE_CAUSES), deadlines: z.array(z.enum(DEADLINE_KINDS)) }),
]);
export type Cause = z.output<typeof cause>;
export const CAUSE_KINDS = [
  ...PLAIN_CAUSES,
  'rated',
  'referred',
  ...TAG_CAUSES,
  ...TIMED_CAUSES,
  ...DEADLINE_CAUSES,
] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** What a contact's field is compared with; `extra` is one of the agents' own, by its `name`. */
export const CONTACT_FIELDS = ['name', 'number', 'email', 'extra'] as const;
export const FIELD_TESTS = ['is', 'contains', 'empty'] as const;

/** The other way round. */
const not = z.boolean();

/** Empty lists mean none: no queue, nobody, no tag. Words and patterns are looked for in the
 * message that is the cause; after another cause, in the customer's last one. */
export const condition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('channel'), not, channels: z.array(z.enum(CHANNELS)).min(1) }),
  z.object({ kind: z.literal('connection'), not, connectionIds: idsFrom(1) }),
  z.object({ kind: z.literal('queue'), not, queueIds: idsFrom(0) }),
  z.object({ kind: z.literal('agent'), not, userIds: idsFrom(0) }),
  z.object({ kind: z.literal('status'), not, statuses: z.array(z.enum(TICKET_STATUSES)).min(1) }),
  /** It has one of them. */
  z.object({ kind: z.literal('tags'), not, tagIds: idsFrom(0) }),
  /** One of them, as whole words, whatever their case and accents. */
  z.object({ kind: z.literal('words'), not, words: z.array(text(100)).min(1).max(LIMITS.words) }),
  /** As RE2 reads it, whatever the case: the time it takes grows with the text, and not faster. */
  z.object({ kind: z.literal('pattern'), not, pattern: text(LIMITS.pattern) }),
  z.object({
    kind: z.literal('field'),
    not,
    field: z.enum(CONTACT_FIELDS),
    name: z.string().trim().max(100),
    test: z.enum(FIELD_TESTS),
    value: z.string().trim().max(1_000),
  }),
  /** Of the queue, where queues have their own, else of the company. */
  z.object({ kind: z.literal('hours'), not }),
  /** The contact has never written before this service cycle. */
  z.object({ kind: z.literal('newCustomer'), not }),
  /** Of the customer, in this service cycle. */
  z.object({ kind: z.literal('messages'), not, atLeast: z.int().min(1).max(LIMITS.messages) }),
  /** Since the service cycle began. */
  z.object({ kind: z.literal('age'), not, minutes }),
  /** What led the customer here; empty: anything that is known. */
  z.object({ kind: z.literal('origin'), not, kinds: z.array(z.enum(REFERRAL_KINDS)) }),
]);
export type Condition = z.output<typeof condition>;
export type ConditionKind = Condition['kind'];

export const MATCHES = ['all', 'any'] as const;
const match = z.enum(MATCHES);
export const conditionGroup = z.object({
  kind: z.literal('group'),
  match,
  items: z.array(condition).min(1).max(LIMITS.conditions),
});
export type ConditionGroup = z.output<typeof conditionGroup>;

/** Without any it always holds. */
export const conditions = z.object({
  match,
  items: z.array(z.discriminatedUnion('kind', [condition, conditionGroup])).max(LIMITS.conditions),
});
export type Conditions = z.output<typeof conditions>;

/** What rules and macros do, in this order. Texts may hold variables (text/variables.ts). */
export const SHARED_EFFECTS = [
  z.object({ kind: z.literal('addTags'), tagIds: idsFrom(1) }),
  z.object({ kind: z.literal('removeTags'), tagIds: idsFrom(1) }),
  /** It waits there for whoever takes it. */
  z.object({ kind: z.literal('queue'), queueId: id }),
  /** Given to somebody, whoever had it. */
  z.object({ kind: z.literal('agent'), userId: id }),
  /** One that waits, as if this person had accepted it. */
  z.object({ kind: z.literal('accept'), userId: id }),
  /** `silent`: without a question for a mark and without goodbye. */
  z.object({ kind: z.literal('finish'), silent: z.boolean() }),
  z.object({ kind: z.literal('say'), text: text(LIMITS.text) }),
  z.object({ kind: z.literal('quickMessage'), quickMessageId: id }),
  z.object({ kind: z.literal('note'), text: text(LIMITS.text) }),
  /** A note that names colleagues. */
  z.object({ kind: z.literal('mention'), userIds: idsFrom(1), text: text(LIMITS.text) }),
  z.object({ kind: z.literal('snooze'), minutes }),
  /** A bot that leads here stops, and people go on. */
  z.object({ kind: z.literal('stopBot') }),
  /**
   * An approved text, which may also be sent after the hours for answers; variables may stand in its parameters. It is chosen
   * among those of this connection; a conversation of another one is sent what has the same name and language there.
   */
  z.object({ kind: z.literal('template'), connectionId: id, template: templateChoice }),
  /** Its message, and then its files in their order. */
  z.object({ kind: z.literal('fileList'), fileListId: id }),
  /** One that waits is answered by this AI, or by this program, from now on. */
  z.object({ kind: z.literal('prompt'), promptId: id }),
  z.object({ kind: z.literal('integration'), queueIntegrationId: id }),
] as const;

export const effect = z.discriminatedUnion('kind', [
  ...SHARED_EFFECTS,
  /** No rule after this one looks at what has happened. */
  z.object({ kind: z.literal('stop') }),
  /**
   * This webhook is told, whatever else it hears. Without one it is those that hear of rules, as they do of everything that a
   * rule does.
   */
  z.object({ kind: z.literal('webhook'), webhookId: id.optional() }),
  /**
   * The AI that helps agents puts tags of those that there are, up to three, soon after; with `queue` it also moves a ticket
   * that nobody has. Once for each time that the customer has said something.
   */
  z.object({ kind: z.literal('sort'), queue: z.boolean() }),
]);
export type Effect = z.output<typeof effect>;
export type EffectKind = Effect['kind'];

export const effects = z.array(effect).min(1).max(LIMITS.effects);

/** As it is decided by. */
export interface Rule {
  id: number;
  cause: Cause;
  conditions: Conditions;
  effects: Effect[];
}
