import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { HostCapabilities } from '@balcao/shared/bridge/host.ts';
import type { Account } from '@balcao/shared/features/accounts/bridge.ts';
import type { UpdateState } from '@balcao/shared/features/updates/bridge.ts';
import type { Language } from '@balcao/shared/text/languages.ts';

/**
 * The seam between the console's core and the program around it. Electron, the browser host and the fake of the tests
 * implement it; the core never checks which one it has.
 */
export interface Host {
  readonly kind: 'electron' | 'browser' | 'fake';
  /** Directory of this console's databases, media and settings. Exists, and only the current person may read it. */
  readonly dataDir: string;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
  readonly can: HostCapabilities;
  /** Shows a native notification in the place of the one with the same key. */
  notify(notice: Notice): void;
  /** Removes a notification that has been read. */
  withdraw(key: string): void;
  /** Shows the console's state outside its windows. */
  setStatus(status: DeskStatus): void;
  readonly updates: HostUpdates;
  readonly accounts: HostAccounts;
  /** An address at which the screen can load a cached or downloadable file. */
  mediaUrl(mediaId: string): string;
  /** The computer woke up. Only a hint; a page reports it over the bridge (`sync.wake`). */
  onWake(listener: () => void): () => void;
  /** Ends this core and starts another one, with the settings of that moment. Screens reconnect. */
  startAnew(): void;
  /** Reports what the user does outside the windows: on a notification, in the tray's menu, with a link or a shortcut. */
  onCommand(listener: (command: HostCommand) => void): () => void;
}

export interface Notice {
  key: string;
  /** The place that a click opens. */
  path: string;
  title: string;
  body: string;
  /** The ticket that can be answered, put off and accepted from the notification, and the labels. Null: none. */
  answer: { ticketUuid: string; reply: string; snooze: string; accept: string | null } | null;
}

/** The state shown in tray, dock, taskbar and title. */
export interface DeskStatus {
  /** Tickets under way with something unread, as the lists show them. */
  unread: number;
  /** Tickets that wait for people, as the lists count them. */
  waiting: number;
  /** Whole minutes for which the first of them has waited; null: nobody waits, or nobody knows since when. */
  longestWaitMin: number | null;
  phase: SyncStatus['phase'];
  /** Nothing may disturb the person now. */
  silent: boolean;
  language: Language;
  /** Commands that have not reached the server. */
  queued: number;
  /** The identity of this console, for the other accounts of this computer. */
  account: Pick<Account, 'serverUrl' | 'person' | 'company' | 'companyId'>;
  /** The label that distinguishes it from the others; null while it is the only one. */
  accountName: string | null;
}

export type HostCommand =
  /** Opens a place in the console, for example `/tickets/{uuid}`. */
  | { kind: 'navigate'; path: string }
  | { kind: 'accept'; ticketUuid: string }
  | { kind: 'reply'; ticketUuid: string; text: string }
  /** Puts it off for an hour. */
  | { kind: 'snooze'; ticketUuid: string }
  /** "Do not disturb" for so long; null: until it is switched off. 0 switches it off. */
  | { kind: 'pause'; minutes: number | null }
  /** Opens the ticket that has waited longest. */
  | { kind: 'nextWaiting' }
  /** The system has not shown the notification with this key. */
  | { kind: 'notificationFailed'; key: string }
  /** Larger or smaller text; 0: the default size. */
  | { kind: 'zoom'; direction: -1 | 0 | 1 };

/** Newer versions of the program itself. */
export interface HostUpdates {
  state(): UpdateState;
  /** Looks now, and accepts a version that is rolled out in steps as well. */
  check(): void;
  /** Ends the program and starts the version that is ready. */
  install(): void;
  onChange(listener: (state: UpdateState) => void): () => void;
}

/** Updates of a host that does not update itself. */
export const NO_UPDATES: HostUpdates = {
  state: () => ({ phase: 'off', version: null, percent: null }),
  check: () => {},
  install: () => {},
  onChange: () => () => {},
};

/** The accounts of this computer, each with its own program (`shared/src/features/accounts/bridge.ts`). */
export interface HostAccounts {
  list(): Account[];
  /** The label that distinguishes our own account; null while it is the only one. */
  ownName(): string | null;
  /** @returns the address for a browser; null: it has a window. @throws AppError */
  add(): Promise<string | null>;
  open(profile: string): Promise<string | null>;
  remove(profile: string): Promise<void>;
}

/** The accounts of a host that works with one alone. */
export const NO_ACCOUNTS: HostAccounts = {
  list: () => [],
  ownName: () => null,
  add: async () => null,
  open: async () => null,
  remove: async () => {},
};

/** Keeps refresh tokens, and the keys of local data. */
export interface SecretStore {
  /** False where the system offers no safe place: secrets live until the program ends. */
  readonly durable: boolean;
  /** Secrets outlive the program, and the system protects them from anyone who reads the user's files. */
  readonly sealed: boolean;
  get(key: string): Promise<string | null>;
  set(key: string, value: string | null): Promise<void>;
}

/** electron-store in Electron, its base `conf` elsewhere. Values are JSON. */
export interface SettingsStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}
