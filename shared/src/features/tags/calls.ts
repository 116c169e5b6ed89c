import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { color, id, idText, pageNumber, searchParam } from '../../contract/fields.ts';
import { MAX_LANES } from '../kanban/limits.ts';
import { MAX_TAGS, TAG_NAME } from './limits.ts';
import { tag } from './row.ts';

/** Tags and what carries them. */

const tagView = tag.extend({
  /** Its author; null when deleted. */
  userId: id.nullable(),
  ticketsCount: z.int(),
});
export type TagView = z.output<typeof tagView>;

const params = z.object({ tagId: idText });
const fields = z.object({
  name: z.string().trim().min(TAG_NAME.min).max(TAG_NAME.max),
  color,
  /** 1 makes it a lane of the kanban board: only for users with `tags:kanban`. */
  kanban: tag.shape.kanban.default(0),
});

export const listTags = route({
  method: 'GET',
  path: '/tags',
  access: 'session',
  screen: true,
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ tags: z.array(tagView), hasMore: z.boolean() }),
});

/** All of them, for the choices of a select. */
export const listAllTags = route({
  method: 'GET',
  path: '/tags/list',
  access: 'session',
  tool: true,
  response: z.array(tag),
});

/** The lanes of the kanban board, from the first. */
export const listKanbanTags = route({
  method: 'GET',
  path: '/tags/kanban',
  access: 'session',
  plan: 'useKanban',
  response: z.object({ lista: z.array(tag) }),
});

/** Puts the lanes into this order; those that it does not name stay behind these. Answers all of them. */
export const orderKanbanTags = route({
  method: 'PUT',
  path: '/tags/kanban',
  access: 'tags:kanban',
  plan: 'useKanban',
  screen: true,
  body: z.object({ tagIds: z.array(id).max(MAX_LANES) }),
  response: z.object({ lista: z.array(tag) }),
  errors: ['ERR_NO_LANE_FOUND'],
});

export const getTag = route({
  method: 'GET',
  path: '/tags/:tagId',
  access: 'session',
  params,
  response: tagView,
  errors: ['ERR_NO_TAG_FOUND'],
});

export const createTag = route({
  method: 'POST',
  path: '/tags',
  access: 'session',
  screen: true,
  body: fields,
  response: tagView,
  status: 201,
  errors: ['ERR_NO_PERMISSION', 'ERR_TAG_NAME_TAKEN'],
});

export const updateTag = route({
  method: 'PUT',
  path: '/tags/:tagId',
  access: 'session',
  screen: true,
  params,
  body: fields.extend({ kanban: tag.shape.kanban }).partial(),
  response: tagView,
  errors: ['ERR_NO_TAG_FOUND', 'ERR_TAG_NAME_TAKEN'],
});

/** Removes it from every ticket. A lane of the kanban board: only for users who may make one. */
export const deleteTag = route({
  method: 'DELETE',
  path: '/tags/:tagId',
  access: 'session',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_TAG_FOUND'],
});

/** The ticket's tags after the call. */
const ticketTags = z.array(tag);
const ticketErrors = ['ERR_NO_TICKET_FOUND', 'ERR_TICKET_FOREIGN_QUEUE', 'ERR_OTHER_OPEN_TICKET'] as const;

/** All the tags that the ticket has from now on, by their ids. */
export const syncTags = route({
  method: 'POST',
  path: '/tags/sync',
  access: 'session',
  body: z.object({ ticketId: id, tags: z.array(id).max(MAX_TAGS) }),
  response: ticketTags,
  errors: [...ticketErrors, 'ERR_NO_TAG_FOUND'],
});

/** Puts a tag on a conversation; one that it has already stays. */
export const addTicketTag = route({
  method: 'PUT',
  path: '/ticket-tags/:ticketId/:tagId',
  access: 'session',
  tool: true,
  params: z.object({ ticketId: idText, tagId: idText }),
  response: ticketTags,
  errors: [...ticketErrors, 'ERR_NO_TAG_FOUND'],
});

/** Takes the card out of its lane on the kanban board: other tags stay. */
export const removeTicketLane = route({
  method: 'DELETE',
  path: '/ticket-tags/:ticketId',
  access: 'session',
  plan: 'useKanban',
  params: z.object({ ticketId: idText }),
  response: ticketTags,
  errors: ticketErrors,
});

/**
 * Takes the card out of the lane that it is in and puts it into another, in one step; `tagId` null: into none. With
 * `from`, the lane in which its mover saw it, a card that somebody else has moved meanwhile stays where it is.
 */
export const moveTicketToLane = route({
  method: 'PUT',
  path: '/ticket-tags/:ticketId',
  access: 'session',
  plan: 'useKanban',
  params: z.object({ ticketId: idText }),
  body: z.object({ tagId: id.nullable(), from: id.nullable().optional() }),
  response: ticketTags,
  errors: [...ticketErrors, 'ERR_NO_LANE_FOUND', 'ERR_CARD_MOVED'],
});
