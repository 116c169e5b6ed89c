/** Sends a freshly linked companion its app-state keys, then the history. */

import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { proto } from '@whiskeysockets/baileys';
import type { Account, History, LinkedDevice } from '../model.ts';
import { n, nowS } from '../wire/nodes.ts';
import { encryptFor } from './sending.ts';

/** WhatsApp puts a small history into the message itself; a larger one goes to the media host. */
const INLINE_LIMIT = 32_768;

export async function bootstrap(account: Account, device: LinkedDevice): Promise<void> {
  device.bootstrapped = true;
  if (account.history === 'none') return;
  await sendPeer(account, device, appStateKeys(device));
  await sendPeer(account, device, historyNotification(account, account.history));
}

function appStateKeys(device: LinkedDevice): proto.IMessage {
  const key = {
    keyId: { keyId: Buffer.from([0, 0, 0, 0, 0, 1]) },
    keyData: {
      keyData: randomBytes(32),
      fingerprint: { rawId: 1, currentIndex: 1, deviceIndexes: [0, device.identity.keyIndex] },
      timestamp: nowS(),
    },
  };
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
      appStateSyncKeyShare: { keys: [key] },
    },
  };
}

function historyNotification(account: Account, history: Exclude<History, 'none'>): proto.IMessage {
  const syncType = proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP;
  const conversations = history === 'full' ? conversationsOf(account) : [];
  const sync =
    history === 'empty' || history === 'full'
      ? { syncType, conversations, progress: 100, chunkOrder: 1 }
      : history;
  const packed = deflateSync(proto.HistorySync.encode(sync).finish());
  const note: proto.Message.IHistorySyncNotification = {
    syncType: sync.syncType as never,
    chunkOrder: 1,
    progress: 100,
    ...(packed.length < INLINE_LIMIT
      ? { initialHistBootstrapInlinePayload: packed }
      : account.upload(packed, 'history')),
  };
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: note,
    },
  };
}

/** Messages between phones, newest first, as far as the sending phone still has them. */
function conversationsOf(account: Account): proto.IConversation[] {
  const { world, number } = account;
  const chats = new Map<string, proto.IConversation>();
  for (const entry of [...world.ledger.entries.values()].toReversed()) {
    const fromMe = entry.from === number;
    const other = fromMe || entry.to === number ? world.accountOf(fromMe ? entry.to : entry.from) : undefined;
    const record = world.accountOf(entry.from)?.sent.get(entry.id);
    if (!other || !record || entry.server !== 'accepted') continue;
    const id = other.jid();
    const { pnJid, lidJid } = other;
    const chat = chats.get(id) ?? { id, pnJid, lidJid, name: other.name, messages: [] };
    chat.messages?.push({
      message: {
        key: { remoteJid: id, fromMe, id: entry.id },
        message: record.content.message,
        messageTimestamp: record.opts.timestamp ?? Math.floor(entry.at / 1000),
        ...(fromMe ? { status: proto.WebMessageInfo.Status.DELIVERY_ACK } : { pushName: other.name }),
      },
    });
    chats.set(id, chat);
  }
  return [...chats.values()];
}

async function sendPeer(account: Account, device: LinkedDevice, message: proto.IMessage): Promise<void> {
  const id = account.newId();
  const enc = await encryptFor(account, device, message);
  const attrs = {
    from: account.pnJid,
    id,
    t: nowS(),
    type: 'text',
    category: 'peer',
    notify: account.name,
  };
  await device.deliver(
    id,
    n('message', attrs, [n('enc', { v: 2, type: enc.type }, Buffer.from(enc.ciphertext))]),
  );
}
