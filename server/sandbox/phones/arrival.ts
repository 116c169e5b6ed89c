/** Delivers a companion's message to a phone: decrypts it, shows it once and confirms it, or requests it again. */

import { describe, mediaLocation } from '../describe.ts';
import type { Account, IncomingForAccount, LinkedDevice } from '../model.ts';
import { bytes, type Node, n, nowS } from '../wire/nodes.ts';
import { bundleNodes, registrationNode } from './signal-device.ts';

export interface Arrival {
  sender: LinkedDevice;
  /** the `<message>` stanza of the companion */
  node: Node;
  /** the `<enc>` of it that is meant for this phone */
  enc: Node;
  /** the jid it was written to, as addressed by the companion */
  chat: string;
  /** the copy for the phone of the companion that sent it */
  own: boolean;
}

/** Handles a message now, or when the phone comes back. */
export async function arrive(account: Account, arrival: Arrival): Promise<void> {
  if (account.reachable) return receive(account, arrival);
  const { sender, node, enc, chat, own } = arrival;
  const from = { number: sender.account.number, device: sender.id };
  account.mailbox.push({ what: 'message', from, node, enc, chat, own });
}

/** Decrypts and confirms; a message that cannot be decrypted is requested again. */
export async function receive(account: Account, arrival: Arrival): Promise<void> {
  const { sender, node, enc, chat, own } = arrival;
  try {
    if (account.failDecrypt > 0 && !own && enc.attrs.type !== 'skmsg') {
      account.failDecrypt--;
      throw new Error('simulated decryption failure');
    }
    await accept(account, arrival);
  } catch (err) {
    account.world.emit('contactDecryptFailure', err as Error, account, node);
    await askAgain(account, sender, node.attrs.id!, chat, own);
  }
}

async function accept(account: Account, arrival: Arrival): Promise<void> {
  const { sender, node, enc, chat, own } = arrival;
  const { primary, world } = account;
  const id = node.attrs.id!;
  const type = enc.attrs.type!;
  const message =
    type === 'skmsg'
      ? await primary.decryptGroup(chat, sender.lidJid, bytes(enc))
      : await primary.decrypt(sender.lidJid, type, bytes(enc));
  if (message.senderKeyDistributionMessage) {
    await primary.acceptSenderKey(sender.lidJid, message.senderKeyDistributionMessage);
    if (Object.keys(message.toJSON()).length === 1) return;
  }
  const entry = world.ledger.get(sender.account.number, id);
  if (entry?.kind === 'unsupported') world.ledger.describe(entry, describe(message), mediaLocation(message));
  // a client that got no ack sends again with the same id: a phone shows it once, but confirms both
  const again = entry?.recipients[account.number]?.arrived !== undefined;
  world.ledger.mark(entry, account.number, 'arrived');
  const incoming: IncomingForAccount = {
    id,
    from: sender,
    chat,
    message,
    encType: type,
    stanza: node,
    ownCopy: own,
  };
  if (!again) account.received.push(incoming);
  await confirm(account, arrival);
  account.setTyping(sender.account.number, 'paused');
  if (!again) account.emit('message', incoming);
}

async function confirm(account: Account, arrival: Arrival): Promise<void> {
  const { sender, node, chat, own } = arrival;
  const id = node.attrs.id!;
  if (own) {
    // the phone's receipt for its companion's message is what Baileys reports as SERVER_ACK
    if (node.attrs.category === 'peer' || !account.world.phoneSendsSenderReceipts) return;
    const from = account.jid(chat.endsWith('@lid') ? 'lid' : 'pn');
    const attrs = { id, from, recipient: chat, type: 'sender', t: nowS() };
    return sender.deliver(`receipt/${id}/sender`, n('receipt', attrs));
  }
  if (account.receipts === 'none') return;
  const from = chat.endsWith('@g.us') ? chat : account.jidIn(chat);
  await account.sendReceipt(sender, [id], 'delivered', from);
  if (account.receipts === 'read') await account.sendReceipt(sender, [id], 'read', from);
}

/** Requests a message from a companion once more, with the keys for a new session. */
export async function askAgain(
  account: Account,
  sender: LinkedDevice,
  id: string,
  chat: string,
  own = false,
): Promise<void> {
  const bundle = await account.primary.bundle();
  account.world.ledger.countRetry(sender.account.number, id);
  // The receipt for its own companion's message names the conversation.
  const who = own
    ? { from: account.jid(chat.endsWith('@lid') ? 'lid' : 'pn'), recipient: chat }
    : { from: account.jidIn(chat) };
  await sender.deliver(
    `receipt/${id}/retry/${bundle.preKey?.keyId}`,
    n('receipt', { id, ...who, type: 'retry', t: nowS() }, [
      n('retry', { count: 1, id, t: nowS(), v: 1 }),
      registrationNode(bundle.registrationId),
      n('keys', {}, bundleNodes(bundle)),
    ]),
  );
}
