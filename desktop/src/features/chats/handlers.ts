import { AppError } from '@balcao/shared/errors.ts';
import type { ChatMessageItem } from '@balcao/shared/features/chats/bridge.ts';
import { LIMITS } from '@balcao/shared/sync/frames.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import { thumbnailUrlOf } from '../../core/media/media-name.ts';
import type { CoreServices } from '../../core/services/core-services.ts';
import { ignoringOffline } from '../../core/services/ignoring-offline.ts';
import { PROGRAM } from '../../core/services/sync.ts';
import type { Workspace } from '../../core/workspace.ts';
import { outgoingFiles } from '../media/outgoing-files.ts';
import type { StoredChatMessage } from './chat-reads.ts';

/** A page of the cache, completed from the server as far as it can be reached. */
async function completePage({ store, sync }: Workspace, chatId: number, limit: number) {
  let page = store.chats.page(chatId, limit);
  while (page.missing) {
    const { before } = page.missing;
    if (!(await ignoringOffline(sync.fetchChatMessages(chatId, before, LIMITS.pageRows)))) return page;
    page = store.chats.page(chatId, limit);
    if (page.missing?.before === before) return page;
  }
  return page;
}

export function chatHandlers({ host, workspace, workspaceOf }: CoreServices) {
  function toItem(message: StoredChatMessage): ChatMessageItem {
    const { media } = message;
    const readable = media && (media.state === 'stored' || workspace().media.has(media.id));
    return {
      ...message,
      mediaUrl: readable ? host.mediaUrl(media.id) : null,
      thumbnailUrl: readable ? thumbnailUrlOf(host, media) : null,
    };
  }

  return {
    'chats.list': ({ search }) => {
      const { chats } = workspace().store;
      const unread = chats.list('').reduce((sum, chat) => sum + chat.unread, 0);
      return { chats: chats.list(search), unread, hits: chats.find(search) };
    },
    'chats.get': ({ uuid }) => workspace().store.chats.byUuid(uuid),
    'chats.messages': async ({ chatId, limit }) => {
      const { messages, hasMore, missing } = await completePage(workspace(), chatId, limit);
      return { messages: messages.map(toItem), hasMore, incomplete: missing !== null };
    },
    'chats.draft': ({ chatId, userId }) => {
      const desk = workspaceOf(userId);
      const { body, files } = desk.store.chatDrafts.get(chatId);
      const shown = files.map((mediaId) => ({ mediaId, caption: '' }));
      return { body, files: outgoingFiles(shown, desk, host) };
    },
    'chats.drafts': () =>
      workspace()
        .store.chatDrafts.all()
        .map(({ chatId, body, files }) => ({ chatId, body, files: files.length })),
    'chats.keepDraft': ({ chatId, userId, draft }) => {
      workspaceOf(userId).store.chatDrafts.set(chatId, draft);
      return null;
    },
    'chats.send': ({ userId, draft, ...args }) => {
      const { sync, media } = workspaceOf(userId);
      if (args.body.trim() === '' && args.mediaId === null && args.card === null)
        throw new AppError('ERR_VALIDATION', { field: 'body' });
      const file = args.mediaId === null ? undefined : media.describe(args.mediaId);
      sync.say(args, file, draft);
      return null;
    },
    'chats.edit': (args) => {
      workspace().sync.enqueue('chat.edit', args);
      return null;
    },
    'chats.delete': (args) => {
      workspace().sync.enqueue('chat.delete', args);
      return null;
    },
    'chats.react': (args) => {
      workspace().sync.enqueue('chat.react', args);
      return null;
    },
    'chats.read': (args) => {
      workspace().sync.enqueue('chat.read', args);
      return null;
    },
    'chats.look': ({ chatId }, screen = PROGRAM) => {
      workspace().screens.look(screen, chatId);
      return null;
    },
    'chats.presence': (shown) => {
      workspace().sync.setPresence(shown);
      return null;
    },
  } satisfies Partial<Handlers>;
}
