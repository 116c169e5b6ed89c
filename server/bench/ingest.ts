import { join } from 'node:path';
import { pino } from 'pino';
import type { ChannelListener, ChannelSession } from '../src/channels/channel.ts';
import { createIngest } from '../src/conversation/ingest.ts';
import { createRuleFollower } from '../src/modules/automations/follow-rules.ts';
import { createBus } from '../src/platform/bus.ts';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { createSecrets } from '../src/platform/secrets.ts';
import type { Context } from './figure.ts';
import type { BenchDatabase } from './postgres.ts';

const POOL = 16;

/** The channel's port of the server, without WhatsApp. */
export interface Ingest {
  /** @param sender of the first or the second company, by turns */
  receive(sessions: ChannelSession[], sender: number, text?: string): Promise<void>;
  close(): Promise<void>;
}

export async function openIngest(context: Context, { url }: BenchDatabase): Promise<Ingest> {
  const { bus, connect } = createBus(
    () => db,
    () => {},
  );
  const db: Database = openDatabase({ url, name: 'bench', poolSize: POOL, onCommit: bus.dirty });
  await connect();
  const log = pino({ level: 'silent' });
  const clock = () => new Date();
  db.beforeCommit(createRuleFollower({ log, clock }).finish);
  const ingest: ChannelListener = createIngest({
    db,
    secrets: createSecrets({ keyFile: join(context.dir, 'secret.key') }),
    log,
    clock,
    onMedia: () => {},
    onContact: () => {},
    onTyping: () => {},
  });
  return {
    receive: (sessions, sender, text = 'Bom dia, ainda tem pão de queijo?') =>
      ingest.handle(sessions[sender % sessions.length]!, {
        kind: 'message.received',
        message: {
          chat: {
            kind: 'direct',
            identities: [
              { kind: 'lid', value: String(900_000_000_000_000 + sender) },
              { kind: 'phone', value: String(5_511_900_000_000 + sender) },
            ],
          },
          ref: { id: crypto.randomUUID(), fromMe: false, participant: '' },
          authorName: `Cliente ${sender}`,
          content: { kind: 'text', text },
          quotedId: null,
          quotedText: '',
          forwarded: false,
          referral: null,
          at: new Date(),
        },
      }),
    async close() {
      bus.close();
      await db.close();
    },
  };
}

/** The ingest needs no more of a session than its names. */
export const sessionOf = (companyId: number, connectionId: number) =>
  ({ companyId, connectionId }) as ChannelSession;
