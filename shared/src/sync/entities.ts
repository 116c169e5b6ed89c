import { z } from 'zod';
import { connection } from '../model/connection.ts';
import { contact } from '../model/contact.ts';
import { message } from '../model/message.ts';
import { queue } from '../model/queue.ts';
import { quickMessage } from '../model/quick-message.ts';
import { schedule } from '../model/schedule.ts';
import { setting } from '../model/setting.ts';
import { tag } from '../model/tag.ts';
import { ticket } from '../model/ticket.ts';
import { user } from '../model/user.ts';

/** Every entity that travels on the feed, with its rows as the console stores them. */
export const ENTITIES = {
  user,
  queue,
  tag,
  quickMessage,
  schedule,
  connection,
  setting,
  contact,
  ticket,
  message,
} as const;

export type EntityName = keyof typeof ENTITIES;
export const ENTITY_NAMES = Object.keys(ENTITIES) as EntityName[];

export type Row<E extends EntityName> = z.output<(typeof ENTITIES)[E]>;

/** A set of rows of one entity, discriminated so that consumers need no casts. */
export const rowSet = z.discriminatedUnion('entity', [
  z.object({ entity: z.literal('user'), rows: z.array(user) }),
  z.object({ entity: z.literal('queue'), rows: z.array(queue) }),
  z.object({ entity: z.literal('tag'), rows: z.array(tag) }),
  z.object({ entity: z.literal('quickMessage'), rows: z.array(quickMessage) }),
  z.object({ entity: z.literal('schedule'), rows: z.array(schedule) }),
  z.object({ entity: z.literal('connection'), rows: z.array(connection) }),
  z.object({ entity: z.literal('setting'), rows: z.array(setting) }),
  z.object({ entity: z.literal('contact'), rows: z.array(contact) }),
  z.object({ entity: z.literal('ticket'), rows: z.array(ticket) }),
  z.object({ entity: z.literal('message'), rows: z.array(message) }),
]);
export type RowSet = z.output<typeof rowSet>;
