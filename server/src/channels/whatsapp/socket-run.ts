import { setTimeout as sleep } from 'node:timers/promises';
import { jidNormalizedUser } from '@whiskeysockets/baileys';
import { crashAt } from '../../platform/failpoints.ts';
import { createLibraryLog } from './baileys-log.ts';
import type { Credentials } from './credentials.ts';
import { createKeyStore } from './key-store.ts';
import { PHONE_ANSWERS_MS } from './linking.ts';
import { type SessionParts, tellPhone } from './session-parts.ts';
import { type LinkProgress, type LiveSocket, openSocket, ownJids, type SocketEnd } from './socket.ts';

/** A close code of our own. */
const KEYS_AWAY = 'keys out of reach';

/** Runs one socket, from opening to its end. */
export async function runSocket(parts: SessionParts, credentials: Credentials): Promise<SocketEnd> {
  const { slot, requests, reports, journal, linking } = parts;
  const { id, lid } = ownJids(credentials.creds);
  slot.ownNames = [id, lid].flatMap((jid) => (jid ? jidNormalizedUser(jid) : []));
  if (credentials.isLinked()) linking.startAnew();
  reports.opening(credentials.isLinked(), slot.retries);
  // An expired pairing code left our supposed name behind, which would pass for a linked account.
  if (!credentials.isLinked()) delete credentials.creds.me;
  journal.restart();
  const live = open(parts, credentials);
  slot.live = live;
  const stopWatching = parts.watchHearing(live);
  const deadline = requests.pending
    ? setTimeout(() => void live.end('phone out of reach'), PHONE_ANSWERS_MS)
    : undefined;
  try {
    return await live.ended;
  } finally {
    stopWatching();
    clearTimeout(deadline);
    slot.live = null;
    slot.isReady = false;
    await credentials.settled();
  }
}

function open(parts: SessionParts, credentials: Credentials): LiveSocket {
  const { deps, requests, journal, orders, ingest, session } = parts;
  const { times, listener } = deps;
  const live: LiveSocket = openSocket({
    endpoint: deps.endpoint,
    log: createLibraryLog(parts.log),
    caches: parts.caches,
    credentials,
    keys: createKeyStore(parts.store, {
      deadlineMs: times.keyDeadlineMs,
      onFailure: () => void live.end(KEYS_AWAY),
    }),
    journal,
    orders,
    qrTimeoutMs: times.qrTimeoutMs,
    ackTimeoutMs: times.ackTimeoutMs,
    aliveMs: times.aliveMs,
    importSince: requests.wanted.importSince,
    progress: followProgress(parts, () => live),
    emit: ingest.emit,
    typing: (chat, state) => listener.typing(session(), chat, state),
    loadPrepared: (chat, id) => listener.loadPrepared(session(), chat, id),
  });
  return live;
}

function followProgress(parts: SessionParts, live: () => LiveSocket): LinkProgress {
  const { linking, reports } = parts;
  return {
    ...linking.follow(live),
    open: () => void onOpen(parts, live()),
    imported: reports.imported,
    caughtUp: reports.recovered,
  };
}

/** Makes an open socket the one that messages are sent through, unless the session is to end. */
async function onOpen(parts: SessionParts, live: LiveSocket): Promise<void> {
  const { deps, slot, requests, reports, session } = parts;
  crashAt('session.opened');
  const { pending } = requests;
  if (pending === 'logout' || pending === 'renew') return void tellPhone(parts, live);
  // The session is ending, without a reason to log out.
  if (pending) return;
  reports.connected(live.self().phone ?? null, slot.retries);
  await sleep(deps.times.holdMs);
  if (slot.live !== live) return;
  slot.isReady = true;
  parts.orders.resume();
  deps.onReady(session());
}
