import type { ChatAddress, InboundMessage } from '../channels/channel.ts';
import { mergeAll } from '../modules/contacts/merge.service.ts';
import { insertClosed } from '../modules/tickets/tickets.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Secrets } from '../platform/secrets.ts';
import { contactFor } from './contacts.ts';
import { loadContext } from './context.ts';
import { insertMessage } from './store-message.ts';
import { storedContent } from './stored-content.ts';

/**
 * What a chat said before the connection was linked, oldest first. It stands in the newest ticket of the contact, else
 * in a closed one of its own; it counts as read, answers nothing and is no service cycle.
 */
export async function storeHistory(
  tx: Tx,
  secrets: Secrets,
  { companyId, connectionId }: { companyId: number; connectionId: number },
  chat: ChatAddress,
  messages: readonly InboundMessage[],
): Promise<void> {
  const newest = messages.at(-1);
  if (!newest) return;
  const isGroup = chat.kind === 'group';
  const context = await loadContext(tx, companyId, connectionId, chat, newest.ref);
  if (isGroup && !context.groupsWanted) return;
  await mergeAll(tx, companyId, context.contacts);
  const named = messages.findLast(({ authorName, ref }) => authorName !== '' && !ref.fromMe) ?? newest;
  const contactId = await contactFor(tx, companyId, context.contacts[0], named);
  const place = { companyId, connectionId, contactId };
  const { queueId } = context;
  const ticketId =
    context.ticket?.id ?? (await insertClosed(tx, { ...place, queueId, userId: null, at: newest.at }));
  for (const message of messages) {
    const content = storedContent(message.content);
    await insertMessage(tx, secrets, { ...place, ticketId }, message, content, message.at, null, 'past');
  }
}
