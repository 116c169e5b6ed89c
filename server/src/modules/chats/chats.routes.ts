import * as contracts from '@balcao/shared/features/chats/calls.ts';
import type { ChatMessageRow } from '@balcao/shared/features/chats/row.ts';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../platform/db/client.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import * as messages from './chat-messages.service.ts';
import * as repo from './chats.repo.ts';
import * as chats from './chats.service.ts';
import { listMessagesBefore, loadChatMessages, presentChat } from './chats.sync.ts';

export function chatRoutes(app: FastifyInstance): void {
  register(app, contracts.listChats, async ({ query: { searchParam, pageNumber } }, { tx, actor }) => {
    const { shown, hasMore } = pageOf(await repo.list(tx, actor, searchParam, pageAt(pageNumber)));
    return { records: shown.map(presentChat), hasMore };
  });
  register(app, contracts.getChat, ({ params }, { tx, actor }) =>
    chats.get(tx, actor, { uuid: params.chatUuid }),
  );
  register(app, contracts.createChat, ({ body }, { tx, actor }) => chats.create(tx, actor, body));
  register(app, contracts.openChatOfTwo, ({ body }, { tx, actor }) =>
    chats.openOfTwo(tx, actor, body.userId),
  );
  register(app, contracts.updateChat, ({ params, body }, { tx, actor }) =>
    chats.update(tx, actor, params.chatId, body),
  );
  register(app, contracts.deleteChat, ({ params }, { tx, actor }) => chats.remove(tx, actor, params.chatId));
  register(app, contracts.leaveChat, ({ params }, { tx, actor }) => chats.leave(tx, actor, params.chatId));
  register(app, contracts.readChat, ({ params }, { tx, actor }) =>
    chats.read(tx, actor, params.chatId, null),
  );

  register(app, contracts.listChatMessages, async ({ params: { chatId }, query }, { tx, actor }) => {
    await chats.get(tx, actor, { id: chatId });
    const { before = null, pageNumber } = query;
    const rows = await listMessagesBefore(tx, actor.companyId, chatId, before, pageAt(pageNumber));
    const { shown, hasMore } = pageOf(rows);
    return { records: shown.reverse(), hasMore };
  });
  register(app, contracts.sendChatMessage, async ({ params, body }, { tx, actor }) => {
    const { message, ...words } = body;
    const id = await messages.send(tx, actor, { ...words, chatId: params.chatId, body: message });
    return shown(tx, actor.companyId, id);
  });
  register(app, contracts.editChatMessage, async ({ params, body }, { tx, actor }) => {
    const { chatId, chatMessageId: id } = params;
    await messages.edit(tx, actor, { id, chatId, body: body.message, mentionedIds: body.mentionedIds });
    return shown(tx, actor.companyId, id);
  });
  register(app, contracts.deleteChatMessage, ({ params: { chatId, chatMessageId: id } }, { tx, actor }) =>
    messages.remove(tx, actor, { id, chatId }),
  );
  register(app, contracts.reactToChatMessage, async ({ params, body }, { tx, actor }) => {
    const { chatId, chatMessageId: id } = params;
    await messages.react(tx, actor, { id, chatId, emoji: body.emoji });
    return shown(tx, actor.companyId, id);
  });
}

async function shown(tx: Tx, companyId: number, id: string): Promise<ChatMessageRow> {
  const [stored] = await loadChatMessages(tx, companyId, [id]);
  return orNotFound(stored?.row, 'ERR_NO_CHAT_MESSAGE_FOUND');
}
