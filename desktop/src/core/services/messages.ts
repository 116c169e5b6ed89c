import type { MessageItem } from '@balcao/shared/bridge/methods.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { StoredMessage } from '../store/store.ts';
import type { Desk } from './handlers.ts';
import { reached } from './reached.ts';

export function messageHandlers({ host, workspace }: Desk) {
  function toItem(message: StoredMessage): MessageItem {
    const { media } = message;
    const readable = media && (media.state === 'stored' || workspace().media.has(media.id));
    return { ...message, mediaUrl: readable ? host.mediaUrl(media.id) : null };
  }

  return {
    'messages.list': async (query) => {
      const { store, sync } = workspace();
      let page = store.messages(query);
      if (page.missing) {
        await reached(sync.fetchMessages(query.ticketId, page.missing.before, query.limit));
        page = store.messages(query);
      }
      return {
        messages: page.messages.map(toItem),
        hasMore: page.hasMore,
        incomplete: page.missing !== null,
      };
    },
    'messages.send': ({ ticketId, body, mediaId, quotedMsgId }) => {
      const { sync, media } = workspace();
      if (body.trim() === '' && mediaId === null) throw new AppError('ERR_VALIDATION', { field: 'body' });
      const args = { id: uuidv7(), ticketId, body, mediaId, quotedMsgId };
      if (mediaId === null) sync.enqueue('message.send', args);
      else sync.enqueue('message.send', args, media.describe(mediaId));
      return { id: args.id };
    },
    'messages.retry': ({ id }) => {
      workspace().sync.retryMessage(id);
      return null;
    },
    'messages.discard': ({ id }) => {
      workspace().sync.discardMessage(id);
      return null;
    },
  } satisfies Partial<Handlers>;
}
