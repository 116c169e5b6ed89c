import { type BinaryNode, buildAckStanza, type WASocket } from '@whiskeysockets/baileys';
import { crashAt } from '../../platform/failpoints.ts';
import { createLanes } from '../../platform/lanes.ts';

/** Stanzas of different chats are independent; their number at once is bounded by the library's own lock. */
const PARALLEL = 1_000;
/** Without a bound the stanzas would wait for the key store until its deadline. */
const BACKLOG = 'backlog';

/** Every name of the chat that a stanza belongs to; of our own phone's messages it is the recipient's. */
const CHAT = [
  'from',
  'participant',
  'recipient',
  'sender_pn',
  'sender_lid',
  'recipient_pn',
  'recipient_lid',
  'peer_recipient_pn',
  'peer_recipient_lid',
] as const;

type Handler = (node: BinaryNode) => unknown;

interface Watch {
  /** False: the stanza is confirmed and goes no further. */
  wanted(node: BinaryNode): boolean;
  /** Called when the library is about to begin with a stanza. */
  begun(node: BinaryNode): void;
  /** Called when the library is done with it, whether or not it showed something. */
  settled(node: BinaryNode): void;
}

/**
 * The library looks up names before it takes its lock, so the second message of a new contact overtakes the first while
 * the key store answers; and it puts the backlog into a separate queue, which a live message overtakes. This hands it
 * each chat's stanzas one after the other, the backlog one by one as if it were live, and reports when it is done with
 * each, which the library does not. To be removed when Baileys keeps the order.
 */
export function keepOrder(sock: WASocket, watch: Watch): void {
  const { handle, listen } = takeOver(sock, 'CB:message');
  const lanes = createLanes(PARALLEL);

  async function work(node: BinaryNode): Promise<void> {
    // It could not be confirmed any more, and comes again.
    if (!sock.ws.isOpen) return;
    const { offline: _, ...attrs } = node.attrs;
    watch.begun(node);
    try {
      await handle({ ...node, attrs });
    } finally {
      watch.settled(node);
    }
  }

  listen((node) => {
    if (!watch.wanted(node)) return void confirm(sock, node);
    crashAt('receive.arrived');
    const keys = CHAT.flatMap((name) => withoutDevice(node.attrs[name] ?? '') || []);
    void lanes.run(node.attrs.offline ? [...keys, BACKLOG] : keys, () => work(node)).catch(() => {});
  });
}

/** Puts us between the library and its stanzas of one kind. */
export function takeOver(sock: WASocket, event: string) {
  const ws = sock.ws as unknown as {
    listeners(event: string): Handler[];
    removeAllListeners(event: string): void;
    on(event: string, handler: Handler): void;
  };
  const [handle, ...others] = ws.listeners(event);
  if (!handle || others.length > 0) throw new Error('the library does not listen as version 7.0.0-rc14 does');
  return {
    handle,
    listen(listener: Handler) {
      ws.removeAllListeners(event);
      ws.on(event, listener);
    },
  };
}

/** Confirm without an error code, which would keep the stanza at the server and everything behind it too. */
async function confirm(sock: WASocket, node: BinaryNode): Promise<void> {
  // On a broken connection the stanza comes again.
  await sock.sendNode(buildAckStanza(node, undefined, sock.user?.id)).catch(() => {});
}

/** A person's devices share their place in the order. */
export function withoutDevice(jid: string): string {
  return jid.replace(/[:_]\d+@/, '@');
}
