import type { Bus } from '../platform/bus.ts';
import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import type { NoticeAddresses } from '../platform/notice-address.ts';
import type { FindHost } from '../platform/outgoing/host-finder.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Outside } from '../services/outside.ts';
import type { ChannelListener, ChannelSession } from './channel.ts';
import type { Wanted } from './connection-state.ts';
import type { Lease } from './lease.ts';

/** The session of one connection, from the moment its lease is held until it is released. */
export interface RunningSession extends ChannelSession {
  /** Called with every read of the connection's row. */
  follow(wanted: Wanted): void;
  /** Ends without logging out; another process may go on with it. */
  shutdown(): Promise<void>;
  /** Resolves when the session is over and its lease is released. */
  readonly done: Promise<void>;
}

/** What runs the sessions of a kind in one process. */
export interface Provider {
  start(lease: Lease, wanted: Wanted): RunningSession | Promise<RunningSession>;
  close(): Promise<void>;
}

/** What every provider may need of its process. */
export interface ProviderDeps {
  db: Database;
  /** A second handle to the rows, whose commits notify no console. */
  quietDb: Database;
  secrets: Secrets;
  log: Log;
  listener: ChannelListener;
  /** The way to the processes that hold the lines of customers themselves. */
  bus: Pick<Bus, 'send'>;
  /** Where files are that customers have brought here themselves. */
  storage: Pick<Storage, 'open'>;
  /** The way to services outside. */
  outside: Outside;
  /** The way to servers that speak other things than HTTP. */
  findHost: FindHost;
  /** Where messengers that call us tell of a connection. */
  noticeAddresses: NoticeAddresses;
  /** Largest file that is taken in or sent, in bytes. */
  mediaLimitBytes: number;
  /** Called when messages may be sent, until the connection ends. */
  onReady(session: ChannelSession): void;
  /** A session can only be cured by a new process. */
  onUnrecoverable(): void;
}
