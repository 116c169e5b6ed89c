import {
  type BinaryNode,
  cleanMessage,
  DEFAULT_CONNECTION_CONFIG,
  decodeMessageNode,
  getBinaryNodeChildren,
  jidNormalizedUser,
  proto,
  type SignalAuthState,
  type SignalDataSet,
  type SignalKeyStoreWithTransaction,
  type UserFacingSocketConfig,
  unpadRandomMax16,
  type WAMessage,
} from '@whiskeysockets/baileys';
import { crashAt } from '../../platform/failpoints.ts';
import type { Log } from '../../platform/log.ts';
import { JOURNAL_TYPE } from '../../platform/session-keys.ts';
import { createJournalRows } from './journal-rows.ts';
import { createCodec, type SessionStoreDeps } from './key-store.ts';
import { withoutDevice } from './order.ts';

/** A decrypted stanza, as the journal keeps it. */
interface OpenStanza {
  attrs: BinaryNode['attrs'];
  plain: Uint8Array;
}

interface OwnJids {
  id: string;
  lid: string;
}

type MakeRepository = NonNullable<UserFacingSocketConfig['makeSignalRepository']>;

/**
 * Messages between decryption and storage. A message can be decrypted once, and the library confirms it to WhatsApp
 * before it shows it: whatever breaks in between would lose it for good (hazard H1). So its content is written in the
 * same transaction as the step of the ratchet that opened it, and forgotten when the message is stored.
 */
export interface Journal {
  /** The library begins to work on a stanza. */
  begun(node: BinaryNode): void;
  /** The library is done with a stanza. */
  settled(node: BinaryNode): void;
  /** A repository of Signal sessions that writes down what it decrypts. */
  makeRepository: MakeRepository;
  /** What was decrypted of a message that is to be shown, of which the library keeps only what it knows. */
  plainOf(message: WAMessage): Uint8Array | null;
  /** When the stanza of a message that is to be shown came, in milliseconds since 1970; undefined: not to this process. */
  arrivalOf(message: WAMessage): number | undefined;
  /** Marks a message as shown by the library. */
  shown(chat: string, id: string): void;
  /** Messages that were decrypted so many milliseconds ago and never shown, in order. */
  leftovers(self: OwnJids, ageMs: number): WAMessage[];
  /** Messages that are decrypted, not stored and not being stored, in order. */
  recover(self: OwnJids): Promise<WAMessage[]>;
  /** Marks a message as being stored by this process; call the result when it is stored. */
  take(chat: string, id: string): () => void;
  /** The library has worked on a stanza for longer than this. */
  isDeaf(ms: number): boolean;
  /** A new socket begins: what the old one had not finished will come again. */
  restart(): void;
  written(): Promise<void>;
}

export function createJournal(deps: SessionStoreDeps & { log: Log }): Journal {
  const codec = createCodec(deps);
  const stanzas = createStanzasAtWork();
  const unshown = new Map<string, { stanza: OpenStanza; arrivedAt: number; at: number }>();
  const rebuilt = new WeakMap<WAMessage, Uint8Array>();
  const taken = new Set<string>();
  const rows = createJournalRows(deps);

  async function openAndKeep(
    keys: SignalKeyStoreWithTransaction,
    lock: string,
    content: Uint8Array,
    decrypt: () => Promise<Uint8Array>,
  ): Promise<Uint8Array> {
    const node = stanzas.withContent(content);
    const place = node && placeOf(node);
    if (!node || !place) return decrypt();
    const { attrs } = node;
    const key = keyOf(place.chat, place.id);
    // The library's own transaction inside becomes part of this one.
    const plain = await keys.transaction(async () => {
      const opened = await decrypt();
      crashAt('receive.opened');
      const entry = { [JOURNAL_TYPE]: { [key]: { attrs, plain: opened } } };
      await keys.set(entry as SignalDataSet);
      return opened;
    }, lock);
    unshown.set(key, { stanza: { attrs, plain }, arrivedAt: stanzas.arrivalOf(node), at: performance.now() });
    return plain;
  }

  function rebuild(stanza: OpenStanza, self: OwnJids): WAMessage | null {
    const message = messageOf(stanza, self);
    if (message) rebuilt.set(message, stanza.plain);
    return message;
  }

  const unshownOf = ({ key: { remoteJid, id } }: WAMessage) => unshown.get(keyOf(remoteJid ?? '', id ?? ''));

  return {
    begun: stanzas.begun,
    settled: stanzas.settled,
    makeRepository(auth, libraryLog, lidsOf) {
      const repository = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(auth, libraryLog, lidsOf);
      const keys = transactional(auth);
      const { decryptMessage, decryptGroupMessage } = repository;
      return {
        ...repository,
        decryptMessage: (what) =>
          openAndKeep(keys, what.jid, what.ciphertext, () => decryptMessage.call(repository, what)),
        decryptGroupMessage: (what) =>
          openAndKeep(keys, what.group, what.msg, () => decryptGroupMessage.call(repository, what)),
      };
    },
    plainOf: (message) => rebuilt.get(message) ?? unshownOf(message)?.stanza.plain ?? null,
    arrivalOf: (message) => unshownOf(message)?.arrivedAt,
    shown: (chat, id) => void unshown.delete(keyOf(chat, id)),
    leftovers(self, ageMs) {
      const before = performance.now() - ageMs;
      const found = [...unshown].filter(([, { at }]) => at <= before);
      for (const [key] of found) unshown.delete(key);
      return found.flatMap(([, { stanza }]) => rebuild(stanza, self) ?? []);
    },
    async recover(self) {
      await rows.written();
      const stored = await rows.load();
      return stored.flatMap(({ chat, id, stanza }) => {
        const key = keyOf(chat, id);
        if (taken.has(key)) return [];
        const message = rebuild(codec.decode(JOURNAL_TYPE, key, stanza) as OpenStanza, self);
        if (!message) this.take(chat, id)();
        return message ?? [];
      });
    },
    take(chat, id) {
      const key = keyOf(chat, id);
      taken.add(key);
      return () => {
        taken.delete(key);
        rows.drop(key, { chat, id });
      };
    },
    isDeaf: stanzas.isDeaf,
    restart: stanzas.restart,
    written: rows.written,
  };
}

/** The stanzas that the library works on. */
function createStanzasAtWork() {
  /** When the library began with each of them, oldest first. */
  const begunAt = new Map<BinaryNode, number>();
  /** Keyed by encrypted content, which is all that the repository sees of a stanza. */
  const byContent = new WeakMap<object, BinaryNode>();
  return {
    withContent: (content: object) => byContent.get(content),
    begun(node: BinaryNode): void {
      begunAt.set(node, performance.now());
      for (const { content } of getBinaryNodeChildren(node, 'enc'))
        if (content instanceof Uint8Array) byContent.set(content, node);
    },
    settled: (node: BinaryNode): void => void begunAt.delete(node),
    arrivalOf: (node: BinaryNode): number =>
      performance.timeOrigin + (begunAt.get(node) ?? performance.now()),
    isDeaf(ms: number): boolean {
      const [oldest = Infinity] = begunAt.values();
      return performance.now() - oldest > ms;
    },
    restart: () => begunAt.clear(),
  };
}

/**
 * The key of a message's row; null when it belongs to no conversation. A broadcast list's messages do belong to one.
 */
function placeOf({ attrs }: BinaryNode): { chat: string; id: string } | null {
  const { id, from, recipient, category } = attrs;
  const chat = withoutDevice(recipient ?? from ?? '');
  if (!id || category === 'peer' || !/@(lid|s\.whatsapp\.net|g\.us|broadcast)$/.test(chat)) return null;
  return { chat, id };
}

/**
 * Rebuilds the message as the library would have shown it; null for a stanza without a message, which it would drop.
 */
function messageOf({ attrs, plain }: OpenStanza, self: OwnJids): WAMessage | null {
  try {
    const { fullMessage } = decodeMessageNode({ tag: 'message', attrs }, self.id, self.lid);
    const content = proto.Message.decode(unpadRandomMax16(plain));
    const remoteJid = jidNormalizedUser(fullMessage.key.remoteJid ?? undefined);
    const message: WAMessage = {
      ...fullMessage,
      key: { ...fullMessage.key, remoteJid },
      message: content.deviceSentMessage?.message ?? content,
    };
    turnKeys(message, self);
    return message;
  } catch {
    return null;
  }
}

/** Keys of other messages in it are turned to our side, as the library does, which throws when one is missing. */
function turnKeys(message: WAMessage, self: OwnJids): void {
  try {
    cleanMessage(message, self.id, self.lid);
  } catch {
    // Then it refers to no other message.
  }
}

/** The key store names the row the same way. */
const keyOf = (chat: string, id: string) => `${chat} ${id}`;

function transactional({ keys }: SignalAuthState): SignalKeyStoreWithTransaction {
  if (!('transaction' in keys)) throw new Error('the library gives keys without transactions');
  return keys;
}
