import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { Store, StoreOptions } from '../../store/store.ts';
import { open, silentLog, tempDir } from '../../store/testing/temp-store.ts';
import { createSyncClient, type SyncClient, type SyncOptions } from '../sync-client.ts';
import { createManualClock, type ManualClock, settled } from './manual-clock.ts';
import { bootstrap, createPeer, type Peer, type PeerLine, upToDate, welcome } from './peer.ts';

export interface Harness {
  store: Store;
  sync: SyncClient;
  peer: Peer;
  clock: ManualClock;
  statuses: SyncStatus[];
  phase(): SyncStatus['phase'];
  /** Starts, or resumes after a pause, and opens the connection. */
  connected(): Promise<PeerLine>;
  /** Up to `live`, through a bootstrap when the store is empty. */
  live(seq?: number): Promise<PeerLine>;
}

/** A sync client over a real store, with a scripted server, frozen time and randomness fixed to the middle. */
export function createHarness(
  options: Partial<SyncOptions> = {},
  storeOptions: Partial<StoreOptions> & { dir?: string } = {},
): Harness {
  const store = options.store ?? open(storeOptions.dir ?? tempDir(), storeOptions);
  const peer = createPeer();
  const clock = createManualClock();
  const sync = createSyncClient({
    store,
    serverUrl: 'https://desk.example.com/base/',
    appVersion: '1.2.3',
    token: async () => 'token',
    upload: async () => {},
    log: silentLog,
    connect: peer.connect,
    clock,
    random: () => 0.5,
    ...options,
  });
  const statuses: SyncStatus[] = [];
  sync.on('status', (status) => statuses.push(status));

  async function connected(): Promise<PeerLine> {
    const before = peer.lines.length;
    sync.start();
    if (sync.status().phase === 'backingOff') await clock.advance(40_000);
    await settled();
    if (peer.lines.length === before) throw new Error('no new line was made');
    peer.line().open();
    await settled();
    return peer.line();
  }

  return {
    store,
    sync,
    peer,
    clock,
    statuses,
    phase: () => sync.status().phase,
    connected,
    async live(seq = 10) {
      const line = await connected();
      line.say(welcome({ head: seq }));
      if (!store.hasData()) line.say(...bootstrap(seq));
      line.say(upToDate(seq));
      await settled();
      return line;
    },
  };
}
