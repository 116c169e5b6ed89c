import type { ChatMessage } from '@balcao/shared/features/web-chat/protocol.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { VisitorNotice } from '../../platform/realtime/visitor-notices.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { assertRoom, keep } from '../channel-notices/channel-notices.service.ts';
import type { ChatPlace } from './chat-keys.ts';
import type { VisitorLimits } from './visitor-limits.ts';
import type { VisitorLine } from './visitor-line.ts';
import type { VisitorMessage } from './visitor-messages.repo.ts';
import type { VisitorProofs } from './visitor-proofs.ts';
import type { VisitorRooms } from './visitor-rooms.ts';

/** What those need who speak with visitors. */
export interface VisitorDeps {
  db: Database;
  bus: Bus;
  secrets: Pick<Secrets, 'derive'>;
  clock(): Date;
  proofs: VisitorProofs;
  limits: VisitorLimits;
  rooms: VisitorRooms;
  present(line: Pick<VisitorLine, 'chat'>, row: VisitorMessage): ChatMessage;
  onError(error: unknown, context: string): void;
}

/** Leaves something for the session of the chat, which carries it out in its order. ERR_TOO_MANY_REQUESTS. */
export async function keepNotice(tx: Tx, chat: ChatPlace, notice: VisitorNotice): Promise<void> {
  await assertRoom(tx, chat);
  await keep(tx, chat, Buffer.from(JSON.stringify(notice)));
}
