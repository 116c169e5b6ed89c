import type { RouteInput } from '@balcao/shared/contract/call.ts';
import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import * as contracts from '@balcao/shared/features/messages/calls.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import { rowFor, sightOf } from '@balcao/shared/permissions.ts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../platform/db/client.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { InputError } from '../../platform/http/errors.ts';
import { register } from '../../platform/http/route.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { ticketAccess } from '../ticket-list/ticket-rows.sync.ts';
import { findInfo } from './message-changes.repo.ts';
import type { MessageChanges } from './message-changes.service.ts';
import { searchMessages } from './message-search.repo.ts';
import { presentInfo, presentMessageView } from './messages.presenter.ts';
import { keyAtOffset, keyOf } from './messages.repo.ts';
import type { MessagesService } from './messages.service.ts';
import { listMessagesBefore, loadMessageContacts, loadMessages } from './messages.sync.ts';

interface Dependencies {
  messages: MessagesService;
  changes: MessageChanges;
  links: MediaLinks;
}

export function messageRoutes(app: FastifyInstance, { messages, changes, links }: Dependencies): void {
  /** Pages count from the newest message; within a page the oldest is first, as conversations are read. */
  register(app, contracts.listMessages, async ({ params, query }, { tx, actor }) => {
    const contactId = await contactOfReadable(tx, actor, params.ticketId);
    const [page, contacts] = await Promise.all([
      readPage(tx, actor, contactId, query),
      loadMessageContacts(tx, actor.companyId, [contactId]),
    ]);
    return { ...page, messages: page.messages.map((row) => present(actor, row, contacts)) };
  });

  register(app, contracts.searchMessages, async ({ query }, { tx, actor }) => {
    const { searchParam: sought, pageNumber, ...filter } = query;
    if (!sought) return { hits: [], hasMore: false };
    const rows = await searchMessages(tx, actor, { sought, ...filter }, pageAt(pageNumber));
    const { shown, hasMore } = pageOf(rows);
    return { hits: shown.map((hit) => ({ ...hit, createdAt: hit.createdAt.toISOString() })), hasMore };
  });

  register(app, contracts.sendMessage, async ({ params, body }, { tx, actor }) => {
    const id = await messages.send(tx, actor, {
      id: body.id,
      ticketId: params.ticketId,
      body: body.body,
      ...fileOf(actor, body),
      quotedMsgId: body.quotedMsgId ?? null,
      template: body.template,
    });
    return answerRow(tx, actor, id);
  });

  register(app, contracts.forwardMessage, async ({ body }, { tx, actor }) =>
    answerRow(tx, actor, await messages.forward(tx, actor, body)),
  );

  register(app, contracts.forwardToContact, async ({ params: { contactId }, body }, { tx, actor }) =>
    answerRow(tx, actor, await messages.forwardTo(tx, actor, { ...body, contactId })),
  );

  register(app, contracts.deleteMessage, async ({ params: { messageId: id } }, { tx, actor }) => {
    await changes.remove(tx, actor, { id, ticketId: null });
    return answerRow(tx, actor, id);
  });

  register(app, contracts.editMessage, async ({ params: { messageId: id }, body }, { tx, actor }) => {
    await changes.edit(tx, actor, { id, ticketId: null, ...body });
    return answerRow(tx, actor, id);
  });

  register(app, contracts.reactToMessage, async ({ params: { messageId: id }, body }, { tx, actor }) => {
    await changes.react(tx, actor, { id, ticketId: null, ...body });
    return answerRow(tx, actor, id);
  });

  register(app, contracts.retryMessage, async ({ params: { messageId: id } }, { tx, actor }) => {
    await messages.retry(tx, actor, { id, ticketId: null });
    return answerRow(tx, actor, id);
  });

  register(app, contracts.messageInfo, async ({ params }, { tx, actor }) => {
    const row = await findInfo(tx, actor.companyId, params.messageId);
    if (!row || !sightOf(actor)(row.scopes)) throw new AppError('ERR_NO_MESSAGE_FOUND');
    return presentInfo(row);
  });

  /** A file by its id, or by our own link to it, which is worth no more than the id once it opens nothing. */
  function fileOf(
    { companyId }: Actor,
    { mediaId, mediaUrl }: RouteInput<typeof contracts.sendMessage>['body'],
  ): { mediaId: string | null; isLinked: boolean } {
    if (!mediaUrl) return { mediaId: mediaId ?? null, isLinked: false };
    const linked = mediaId === undefined ? links.fileOf(companyId, mediaUrl) : null;
    if (linked === null) throw new InputError([{ location: 'body.mediaUrl', code: 'invalid_value' }]);
    return { mediaId: linked.mediaId, isLinked: linked.opens };
  }

  const answerRow = async (tx: Tx, actor: Actor, id: string) => {
    const [stored] = await loadMessages(tx, actor.companyId, [id]);
    if (!stored) throw new AppError('ERR_CREATING_MESSAGE');
    const row = rowFor(stored, sightOf(actor));
    return present(actor, row, await loadMessageContacts(tx, actor.companyId, [row.contactId]));
  };

  const present = (
    { companyId }: Actor,
    row: MessageRow,
    contacts: Awaited<ReturnType<typeof loadMessageContacts>>,
  ) => presentMessageView(row, contacts, links.of(companyId, row.media));
}

async function readPage(
  tx: Tx,
  actor: Actor,
  contactId: number,
  { before, pageNumber = 1 }: { before?: string | undefined; pageNumber?: number | undefined },
) {
  const skipped = (Math.max(pageNumber, 1) - 1) * PAGE_SIZE;
  const from = before ? await keyOf(tx, actor.companyId, contactId, before) : null;
  if (before && !from) throw new AppError('ERR_NO_MESSAGE_FOUND');
  const key = skipped > 0 ? await keyAtOffset(tx, actor, contactId, from, skipped - 1) : from;
  if (skipped > 0 && !key) return { messages: [], hasMore: false };
  const rows = await listMessagesBefore(tx, actor, contactId, key, PAGE_SIZE + 1);
  const { shown, hasMore } = pageOf(rows);
  return { messages: shown.reverse(), hasMore };
}

async function contactOfReadable(tx: Tx, actor: Actor, ticketId: number): Promise<number> {
  const ticket = await ticketAccess(tx, actor, { id: ticketId });
  if (ticket.access === 'missing') throw new AppError('ERR_NO_TICKET_FOUND');
  if (ticket.access === 'hidden') throw new AppError('ERR_TICKET_FOREIGN_QUEUE');
  return ticket.contactId;
}
