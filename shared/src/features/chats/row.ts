import { z } from 'zod';
import { id, instant, uuid } from '../../contract/fields.ts';
import { mediaView } from '../media/row.ts';
import { MESSAGE_TYPES, mentioned } from '../messages/row.ts';

/** What colleagues say to each other inside the product. Only members see a chat and what is said in it. */

const person = z.object({ id, name: z.string() });

export const chatMember = z.object({
  userId: id,
  /** What others have said since this person looked. */
  unreads: z.int(),
  /** This person has seen everything up to this number. */
  readNumber: z.int(),
  user: person,
});
export type ChatMember = z.output<typeof chatMember>;

export const chat = z.object({
  id,
  uuid,
  /** Empty in a chat of two, whose title is the other one's name. */
  title: z.string(),
  /** A chat of two is made once, and keeps its members. */
  ofTwo: z.boolean(),
  /** May change and delete it. */
  ownerId: id.nullable(),
  users: z.array(chatMember),
  /** One line of the newest message, and who wrote it. */
  lastMessage: z.string(),
  lastSenderId: id.nullable(),
  /** Messages of a chat are numbered from 1 without holes: this is the number of the newest. */
  lastNumber: z.int(),
  /** When something was last said; until then, when it was made. */
  updatedAt: instant,
});
export type ChatRow = z.output<typeof chat>;

/** A conversation with a customer, or one message of it, put into a chat. Who may not see it learns nothing of it. */
export const chatCard = z.object({
  ticketId: id,
  ticketUuid: uuid,
  /** Its place in the conversation; null: the conversation as a whole. */
  message: z.object({ id: uuid, createdAt: instant }).nullable(),
});
export type ChatCard = z.output<typeof chatCard>;

/** One of each person, and the name that he had then. */
export const chatReaction = z.object({ userId: id, name: z.string(), emoji: z.string() });
export type ChatReaction = z.output<typeof chatReaction>;

export const chatMessage = z.object({
  id: uuid,
  chatId: id,
  number: z.int(),
  message: z.string(),
  mediaType: z.enum(MESSAGE_TYPES),
  media: mediaView.nullable(),
  card: chatCard.nullable(),
  mentions: z.array(mentioned),
  senderId: id.nullable(),
  /** The name is empty when nobody is left who has it. */
  sender: z.object({ name: z.string() }),
  /** In order of arrival. */
  reactions: z.array(chatReaction),
  isEdited: z.boolean(),
  /** Nothing is left of what it said. */
  isDeleted: z.boolean(),
  createdAt: instant,
});
export type ChatMessageRow = z.output<typeof chatMessage>;
