import { setTimeout as sleep } from 'node:timers/promises';
import { backoffMs } from '../backoff.ts';
import { ChannelError } from '../channel.ts';
import type { StateReporter, Wanted } from '../connection-state.ts';
import type { Lease } from '../lease.ts';
import type { RunningSession } from '../provider.ts';
import { type CloseRule, ruleOf } from './close-codes.ts';
import { CAPABILITIES, createCommands } from './commands.ts';
import { type Credentials, loadCredentials } from './credentials.ts';
import { STALLED } from './hearing.ts';
import { createSessionParts, type SessionDeps, type SessionParts } from './session-parts.ts';
import { ownJids, type SocketEnd, selfOf, showMessage } from './socket.ts';
import { runSocket } from './socket-run.ts';

/**
 * The session of one connection, for as long as its lease is held: one socket after the other, never two (hazard H17).
 * Ends by itself when there is nothing to retry; the row keeps the reason, and a person may start it again.
 */
export function startWhatsAppSession(deps: SessionDeps, lease: Lease, wanted: Wanted): RunningSession {
  const parts = createSessionParts(deps, lease, wanted, () => session);
  const { slot, requests } = parts;
  const commands = createCommands({
    current() {
      if (!slot.live || !slot.isReady) throw new ChannelError('not_connected');
      return slot.live;
    },
    ownNames: () => slot.ownNames,
    endpoint: deps.endpoint,
    ackTimeoutMs: deps.times.ackTimeoutMs,
  });
  lease.lost.addEventListener('abort', () => requests.raise('shutdown'));
  requests.follow(wanted);
  const done = keepRunning(parts).then(() => leave(parts));
  const session: RunningSession = {
    ...commands,
    companyId: lease.companyId,
    connectionId: lease.connectionId,
    capabilities: CAPABILITIES,
    done,
    isReady: () => slot.isReady,
    follow: requests.follow,
    async shutdown() {
      requests.raise('shutdown');
      await done;
    },
  };
  return session;
}

/** Fails when its own rows cannot be read or written: tried again like any other trouble, and as patiently. */
async function keepRunning(parts: SessionParts): Promise<void> {
  const { requests, log, deps } = parts;
  for (;;) {
    try {
      return await run(parts);
    } catch (error) {
      log.error({ err: error }, 'session failed');
    }
    await pause(parts, { next: 'retry', reason: 'network' }, 0);
    if (requests.pending === 'shutdown') return;
    // Another process takes over, but not at once: the failure would repeat.
    if (requests.pending) return void (await sleep(deps.times.backoff.minMs));
  }
}

async function run(parts: SessionParts): Promise<void> {
  const { deps, lease, requests, slot, store } = parts;
  let credentials = await loadCredentials(store, requests.generation);
  while (!lease.lost.aborted && requests.pending !== 'shutdown') {
    if (!lease.isHeld()) {
      await lease.heard();
      continue;
    }
    if (requests.pending === 'stop') return settle(parts, null);
    const isUnlinking = requests.pending !== null;
    if (isUnlinking && (requests.isPhoneTold || !credentials.isLinked())) {
      await credentials.forget();
      if (requests.pending === 'logout') return settle(parts, 'disconnected_here');
      credentials = await beginLink(parts);
      continue;
    }
    await recover(parts, credentials);
    // Another state was requested meanwhile, or another process has the lease: then no socket may open any more.
    if (requests.pending !== null && !isUnlinking) continue;
    const startedAt = performance.now();
    const end = await runSocket(parts, credentials);
    if (performance.now() - startedAt > deps.times.stableMs) slot.retries = 0;
    // One attempt must do: an unreachable phone must not keep the session alive.
    if (isUnlinking) requests.markPhoneTold();
    if (!requests.pending && (await isOver(parts, credentials, end))) return;
  }
}

/** Starts over, because a new QR code was requested. */
function beginLink({ requests, linking, slot, store }: SessionParts): Promise<Credentials> {
  requests.beginLink();
  linking.startAnew();
  slot.retries = 0;
  return loadCredentials(store, requests.generation);
}

/**
 * Stores decrypted messages that were left over: by a process that was killed (hazard H1), or by a write that did
 * succeed after its deadline.
 */
async function recover(parts: SessionParts, { creds }: Credentials): Promise<void> {
  const { journal, orders, ingest, reports, log } = parts;
  const messages = await journal.recover(ownJids(creds)).catch((error: unknown) => {
    log.warn({ err: error }, 'journal not read');
    return [];
  });
  reports.recovered(messages.length);
  for (const message of messages) showMessage({ journal, orders, emit: ingest.emit }, message, selfOf(creds));
}

/** Reacts to an end that was not requested; true when the session is over. */
async function isOver(parts: SessionParts, credentials: Credentials, end: SocketEnd): Promise<boolean> {
  const failure = parts.linking.failureOf(end, credentials.isLinked());
  if (failure) {
    settle(parts, failure, end);
    return true;
  }
  const rule = end.message === STALLED ? ruleOf(515) : ruleOf(end.code);
  parts.log.info({ code: end.code, why: end.message, next: rule.next }, 'connection ended');
  switch (rule.next) {
    case 'restart':
      return false;
    case 'retry':
    case 'yield':
      await pause(parts, rule, end.code);
      return false;
    case 'forget':
      await credentials.forget();
      settle(parts, rule.reason, end);
      return true;
    case 'stop':
      settle(parts, rule.reason, end);
      return true;
  }
}

async function pause(parts: SessionParts, rule: CloseRule, code: number): Promise<void> {
  const { deps, slot, requests, reports, lease } = parts;
  slot.retries += 1;
  const ms = rule.next === 'yield' ? deps.times.replacedMs : backoffMs(slot.retries, deps.times.backoff);
  reports.dropped(code, rule.reason, { retries: slot.retries, until: new Date(Date.now() + ms) });
  await requests.pause(ms);
  // The client that replaced us may be the next owner of the lease.
  if (rule.next === 'yield') await lease.confirm();
}

/** The session rests here until a person starts it again. */
function settle(
  { reports, requests }: SessionParts,
  reason: Parameters<StateReporter['report']>[0]['reason'],
  end?: SocketEnd,
): void {
  reports.ended(reason, requests.fulfilled(), end);
}

/** Gives the lease back, once everything that came is stored and the last state is written. */
async function leave({ ingest, journal, requests, reports, state, lease, log }: SessionParts): Promise<void> {
  await ingest.idle();
  await journal.written();
  if (requests.pending === 'shutdown') reports.serverStopped();
  await state.written();
  await lease.release().catch((error: unknown) => log.warn({ err: error }, 'lease not released'));
}
