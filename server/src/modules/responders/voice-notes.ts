import type { Database } from '../../platform/db/database.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { type AiAccount, transcribe } from '../../services/open-ai.ts';
import type { Outside } from '../../services/outside.ts';
import * as repo from './conversation.repo.ts';
import type { Time } from './responder.ts';

interface VoiceDeps {
  db: Database;
  storage: Storage;
  outside: Outside;
}

/** Bytes of the longest note that the service takes. */
const MAX_BYTES = 25 * 1024 * 1024;
/** How soon a note that is still on its way is looked for again. */
const AGAIN_MS = 1_000;
const TIMEOUT_MS = 15_000;

/** The messages with what was said in their voice notes: each is listened to once. */
export async function listenTo(
  deps: VoiceDeps,
  companyId: number,
  { account, model, language }: { account: AiAccount; model: string; language: string },
  messages: readonly repo.SaidMessage[],
  time: Time,
): Promise<repo.SaidMessage[]> {
  const listened: repo.SaidMessage[] = [];
  for (const message of messages) {
    const { media, transcript, fromMe } = message;
    const isHeard = fromMe || !media?.voice || transcript !== null;
    listened.push(isHeard ? message : { ...message, transcript: await listen(media) });
  }
  return listened;

  async function listen({ id, state, path }: NonNullable<repo.SaidMessage['media']>): Promise<string | null> {
    if (state === 'pending')
      throw new OutsideError('busy', 'the voice note is on its way', { retryAfterMs: AGAIN_MS });
    if (state !== 'stored' || path === null) return null;
    const bytes = await read(deps.storage, path);
    if (!bytes) return null;
    const timeoutMs = Math.min(time.left(), TIMEOUT_MS);
    const text = await transcribe(deps.outside, account, {
      model,
      language,
      bytes,
      timeoutMs,
      signal: time.signal,
    });
    await deps.db.withCompany(companyId, (tx) => repo.keepTranscript(tx, companyId, id, text));
    return text;
  }
}

/** Null for one that is too long. */
async function read(storage: Storage, path: string): Promise<Buffer | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of await storage.open(path)) {
    size += chunk.length;
    if (size > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
