import { AppError } from '@balcao/shared/errors.ts';
import { soughtDocument } from '@balcao/shared/features/audit/reading.ts';
import { downloadConversation } from '@balcao/shared/features/messages/document.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import type { MutationArgs, MutationName } from '@balcao/shared/sync/commands.ts';
import { LIMITS } from '@balcao/shared/sync/frames.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Handlers } from '../../bridge/dispatcher.ts';
import { thumbnailUrlOf } from '../../core/media/media-name.ts';
import type { CoreServices } from '../../core/services/core-services.ts';
import { ignoringOffline } from '../../core/services/ignoring-offline.ts';
import type { MessagePage, Store, StoredMessage } from '../../core/store/store.ts';
import type { Workspace } from '../../core/workspace.ts';
import { createHourly } from '../audit/hourly.ts';
import { asOne, findAtServer } from './message-finder.ts';

type Query = Parameters<Store['messages']['page']>[0];

/** A page of the cache, completed from the server as far as it can be reached. */
async function completePage({ store, sync }: Workspace, query: Query): Promise<MessagePage> {
  // One more than the page: only then it is known whether the page is the last.
  const limit = query.from ? LIMITS.pageRows : Math.min(query.limit + 1, LIMITS.pageRows);
  let page = store.messages.page(query);
  while (page.missing) {
    const { before } = page.missing;
    if (!(await ignoringOffline(sync.fetchMessages(query.ticketId, before, limit)))) return page;
    page = store.messages.page(query);
    if (page.missing && page.missing.before?.id === before?.id) return page;
  }
  return page;
}

/** So many messages are looked through for the mail that is answered. */
const THREAD_LOOK = 100;

export function messageHandlers({ host, session, workspace, workspaceOf, syncStatus }: CoreServices) {
  const isFirst = createHourly<string>(Date.now);

  function toItem(message: StoredMessage): MessageItem {
    const { media } = message;
    const readable = media && (media.state === 'stored' || workspace().media.has(media.id));
    return {
      ...message,
      mediaUrl: readable ? host.mediaUrl(media.id) : null,
      thumbnailUrl: readable ? thumbnailUrlOf(host, media) : null,
    };
  }

  function enqueue<N extends MutationName>(name: N, args: MutationArgs<N>): null {
    workspace().sync.enqueue(name, args);
    return null;
  }

  return {
    'messages.list': async (query) => {
      const page = await completePage(workspace(), query);
      return {
        messages: page.messages.map(toItem),
        hasMore: page.hasMore,
        hasNewer: page.hasNewer,
        incomplete: page.missing !== null,
      };
    },
    'messages.document': async ({ ticketId, language }) => {
      if (syncStatus().layer === 'network') throw new AppError('ERR_OFFLINE');
      const input = { params: { ticketId }, query: language ? { language } : {} };
      const { id, name } = await workspace().media.pass(downloadConversation, input);
      return { url: host.mediaUrl(id), name };
    },
    'messages.search': (query) => {
      const { store, sync, userId, foreignReadings } = workspace();
      const document = soughtDocument(query.text);
      if (document !== null && isFirst(`${userId} ${document}`)) sync.enqueue('audit.sought', { document });
      const found = store.search.find(query);
      const uuids = new Set(found.hits.map(({ ticketUuid }) => ticketUuid));
      foreignReadings.shown([...uuids].flatMap((uuid) => store.tickets.byUuid(uuid)?.id ?? []));
      return found;
    },
    'messages.find': ({ contactIds, text }) => {
      const { search } = workspace().store;
      return asOne(contactIds.map((contactId) => search.findOf(contactId, text)));
    },
    'messages.findAtServer': async ({ contactIds, text }) =>
      asOne(await Promise.all(contactIds.map((contactId) => findAtServer({ contactId, text }, session.api)))),
    'messages.mailThread': ({ ticketId }) => {
      const { messages } = workspace().store.messages.page({ ticketId, before: null, limit: THREAD_LOOK });
      const last = messages.findLast((one) => one.ticketId === ticketId && !one.fromMe && one.card?.mail);
      return last?.card?.mail ? { subject: last.card.title, cc: last.card.mail.cc } : null;
    },
    'messages.send': ({ ticketId, body, mediaId, quotedMsgId }) => {
      const { sync, media } = workspace();
      if (body.trim() === '' && mediaId === null) throw new AppError('ERR_VALIDATION', { field: 'body' });
      const args = { id: uuidv7(), ticketId, body, mediaId, quotedMsgId };
      if (mediaId === null) sync.enqueue('message.send', args);
      else sync.enqueue('message.send', args, media.describe(mediaId));
      return { id: args.id };
    },
    'messages.sendTemplate': ({ userId, ...args }) => {
      workspaceOf(userId).sync.enqueue('message.send', { ...args, mediaId: null, quotedMsgId: null });
      return null;
    },
    'notes.add': ({ userId, ...args }) => {
      workspaceOf(userId).sync.enqueue('note.add', args);
      return null;
    },
    'messages.edit': (args) => enqueue('message.edit', args),
    'messages.delete': (args) => enqueue('message.delete', args),
    'messages.react': (args) => enqueue('message.react', args),
    'messages.forward': ({ userId, messages }) => {
      const { sync } = workspaceOf(userId);
      for (const message of messages)
        if ('ticketId' in message) sync.enqueue('message.forward', message);
        else sync.enqueue('message.forwardTo', message);
      return null;
    },
    'messages.retry': ({ id }) => {
      const { store, sync } = workspace();
      const message = store.messages.byId(id);
      if (message?.delivery === 'accepted') sync.enqueue('message.retry', { id, ticketId: message.ticketId });
      else sync.retryMessage(id);
      return null;
    },
    'messages.discard': ({ id }) => {
      workspace().sync.discardMessage(id);
      return null;
    },
  } satisfies Partial<Handlers>;
}
