import type { ChannelListener, ChannelSession } from '../channels/channel.ts';
import { carryOutBlocks } from './block-orders.ts';
import type { SenderDeps } from './campaign-sender.ts';
import { createMediaFetcher, type MediaDeps } from './media.ts';
import { createNoticeReader } from './notices.ts';
import { createOutbox } from './outbox.ts';
import { createPictureFetcher } from './pictures.ts';
import { sendReadReceipts } from './read-receipts.ts';
import { throttle } from './throttle.ts';

/**
 * Does for one connection what its rows ask for: reads what was told at its public address, sends messages
 * and read receipts, fetches files and profile pictures.
 */
export interface ConnectionWorker {
  readonly companyId: number;
  /** Something was committed in its company, or it has just connected. Cheap. */
  poke(): void;
  /** A contact has written. Cheap. */
  onMessageFrom(contactId: number): void;
  close(): Promise<void>;
}

/** While customers write without pause, every commit pokes; looking this often is enough. */
const LOOK_MS = 50;

export function startConnectionWorker(
  deps: MediaDeps & SenderDeps & { listener: ChannelListener },
  session: ChannelSession,
): ConnectionWorker {
  const notices = createNoticeReader(deps, session);
  const outbox = createOutbox(deps, session);
  const media = createMediaFetcher(deps, session);
  const pictures = createPictureFetcher(deps, session);
  let receipts: Promise<void> | null = null;
  let blocks: Promise<void> | null = null;

  const poke = throttle(LOOK_MS, () => {
    if (!session.isReady()) return;
    notices.poke();
    outbox.poke();
    media.poke();
    pictures.poke();
    receipts ??= sendReadReceipts(deps, session)
      .catch((error: unknown) =>
        deps.log.warn({ err: error, connectionId: session.connectionId }, 'read receipts not sent'),
      )
      .finally(() => {
        receipts = null;
      });
    blocks ??= carryOutBlocks(deps, session)
      .catch((error: unknown) =>
        deps.log.warn({ err: error, connectionId: session.connectionId }, 'blocks not carried out'),
      )
      .finally(() => {
        blocks = null;
      });
  });

  return {
    companyId: session.companyId,
    poke,
    onMessageFrom: pictures.onMessageFrom,
    async close() {
      poke.cancel();
      await Promise.all([notices.close(), outbox.close(), media.close(), pictures.close(), receipts, blocks]);
    },
  };
}
