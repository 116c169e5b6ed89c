import {
  type BinaryNode,
  decodeMessageNode,
  jidNormalizedUser,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys';

/**
 * A message whose connection breaks between decryption and receipt is lost by the library: it shows the message only
 * after the receipt, and the redelivered copy cannot be decrypted a second time ("Key used already"). Its cache of
 * recent messages is told of each content in between, which is where we take it from.
 */
export interface Rescue {
  arrived(node: BinaryNode): void;
  /** The library has shown it. */
  shown(id: string): void;
  /** What was decrypted and never shown, in order of arrival. */
  leftovers(): WAMessage[];
}

export function watchDecrypted(sock: WASocket): Rescue {
  const open = new Map<string, { node: BinaryNode; content: WAMessage['message'] }>();
  const recent = sock.messageRetryManager;
  if (recent) {
    const remember = recent.addRecentMessage.bind(recent);
    recent.addRecentMessage = (chat, id, content) => {
      const entry = open.get(id);
      if (entry) entry.content = content;
      remember(chat, id, content);
    };
  }
  return {
    arrived(node) {
      if (node.attrs.id) open.set(node.attrs.id, { node, content: null });
      // Stanzas that come to nothing (second deliveries) must not pile up.
      if (open.size > 1_000) for (const oldest of open.keys()) return void open.delete(oldest);
    },
    shown: (id) => void open.delete(id),
    leftovers() {
      const { id = '', lid = '' } = sock.user ?? {};
      const found = [...open.values()].filter(({ content }) => content);
      open.clear();
      return found.map(({ node, content }) => {
        const { fullMessage } = decodeMessageNode(node, id, lid);
        const remoteJid = jidNormalizedUser(fullMessage.key.remoteJid ?? undefined);
        return { ...fullMessage, key: { ...fullMessage.key, remoteJid }, message: content ?? null };
      });
    },
  };
}
