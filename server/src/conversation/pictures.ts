import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import { ChannelError, type ChannelSession, type ChatAddress } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';
import type { NewFile } from '../platform/storage/storage.ts';
import { addressOf, type Recipient, recipientColumns } from './address.ts';
import type { MediaDeps } from './media.ts';

/** Fetches the profile pictures of people who write, each at most once a day. */
export interface PictureFetcher {
  /** This contact has written. Cheap. */
  onMessageFrom(contactId: number): void;
  /** The session is ready: whoever wrote before it was may be asked for now. Cheap. */
  poke(): void;
  close(): Promise<void>;
}

const DAY_MS = 24 * 60 * 60_000;
/** A program that looks at many profiles in a row is no guest that WhatsApp likes. */
const PACE_MS = 1_000;
/** People who wrote today, as far as this process remembers; the table knows all. */
const MAX_REMEMBERED = 20_000;
const PICTURE_BYTES = 2 * 1024 * 1024;
const PICTURES = ['image/jpeg', 'image/png', 'image/webp'];

type Deps = Pick<MediaDeps, 'db' | 'storage' | 'log'>;

export function createPictureFetcher(deps: Deps, session: ChannelSession): PictureFetcher {
  const waiting = new Set<number>();
  const seen = new Map<number, number>();
  const closing = new AbortController();
  let working: Promise<void> | null = null;

  async function work(): Promise<void> {
    for (const contactId of waiting) {
      // What came late after a reconnect waits for the session to be ready.
      if (!canAsk()) return;
      waiting.delete(contactId);
      if (seen.size > MAX_REMEMBERED) seen.clear();
      seen.set(contactId, performance.now());
      const asked = await refresh(deps, session, contactId).catch((error: unknown) => {
        deps.log.info({ err: error, connectionId: session.connectionId, contactId }, 'no picture');
        return true;
      });
      if (asked) await sleep(PACE_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  const canAsk = () => !closing.signal.aborted && session.isReady();

  function poke(): void {
    if (waiting.size === 0 || !canAsk()) return;
    working ??= work().finally(() => {
      working = null;
      // A contact may have come while it ended.
      poke();
    });
  }

  return {
    onMessageFrom(contactId) {
      const at = seen.get(contactId);
      if (closing.signal.aborted || (at !== undefined && performance.now() - at < DAY_MS)) return;
      waiting.add(contactId);
      poke();
    },
    poke,
    async close() {
      closing.abort();
      waiting.clear();
      await working;
    },
  };
}

interface Known extends Recipient {
  pictureId: string | null;
  sha256: Buffer | null;
}

/** False when somebody has asked today. */
async function refresh(deps: Deps, session: ChannelSession, contactId: number): Promise<boolean> {
  const { db, storage } = deps;
  const { companyId } = session;
  const known = await db.withCompany(companyId, (tx) => claim(tx, companyId, contactId));
  const chat = known && addressOf(known, session.capabilities.identities);
  if (!chat) return false;
  const file = await fetchPicture(storage, session, chat).catch(async (error: unknown) => {
    if (error instanceof ChannelError && error.code === 'not_connected')
      await db.withCompany(companyId, (tx) => unclaim(tx, companyId, contactId));
    throw error;
  });
  if (!file) {
    if (known.pictureId) await db.withCompany(companyId, (tx) => replace(tx, companyId, contactId, null));
    return true;
  }
  if (!file.mime || !PICTURES.includes(file.mime) || known.sha256?.equals(file.sha256)) await file.discard();
  else
    await file.settle(async (path) => {
      await db.withCompany(companyId, (tx) =>
        replace(tx, companyId, contactId, { ...file, id: uuidv7(), path }),
      );
      return true;
    });
  return true;
}

async function fetchPicture(
  storage: Deps['storage'],
  session: ChannelSession,
  chat: ChatAddress,
): Promise<NewFile | null> {
  const bytes = await session.openPicture(chat);
  return bytes && storage.put(session.companyId, bytes, { limit: PICTURE_BYTES });
}

/** Whose picture is to be asked for now; undefined when it was asked for within a day. */
async function claim(tx: Tx, companyId: number, contactId: number): Promise<Known | undefined> {
  const [known] = await tx<Known[]>`
    select ${recipientColumns(tx)}, c.picture_id, f.sha256
    from contacts c
    left join media f on f.company_id = c.company_id and f.id = c.picture_id
    where c.company_id = ${companyId} and c.id = ${contactId}`;
  if (!known) return undefined;
  const claimed = await tx`
    insert into picture_checks as c (company_id, contact_id) values (${companyId}, ${contactId})
    on conflict (company_id, contact_id) do update set at = now() where c.at < now() - interval '1 day'`;
  return claimed.count === 1 ? known : undefined;
}

async function unclaim(tx: Tx, companyId: number, contactId: number): Promise<void> {
  await tx`delete from picture_checks where company_id = ${companyId} and contact_id = ${contactId}`;
}

interface Picture extends Pick<NewFile, 'mime' | 'size' | 'sha256' | 'width' | 'height'> {
  id: string;
  path: string;
}

/** Housekeeping removes the picture before. Throws when the contact is gone: then the file goes too. */
async function replace(tx: Tx, companyId: number, contactId: number, picture: Picture | null): Promise<void> {
  if (picture)
    await tx`
      insert into media (company_id, id, state, mime, size, sha256, path, width, height)
      values (${companyId}, ${picture.id}, 'stored', ${picture.mime}, ${picture.size}, ${picture.sha256},
        ${picture.path}, ${picture.width}, ${picture.height})`;
  const changed = await tx`
    update contacts set picture_id = ${picture?.id ?? null}, updated_at = now()
    where company_id = ${companyId} and id = ${contactId}`;
  if (changed.count === 0) throw new Error('the contact is gone');
}
