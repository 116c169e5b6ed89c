/**
 * The seam between the console's core and the program around it. Electron, the browser host and the fake of the tests
 * implement it; the core never asks which one it has.
 */
export interface Host {
  readonly kind: 'electron' | 'browser' | 'fake';
  /** Directory of this console's databases, media and settings. Exists, and only the current person may read it. */
  readonly dataDir: string;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
  /** Native notifications are possible. */
  readonly canNotify: boolean;
  /** Shows a native notification; a click on it comes back through `onNavigate`. */
  notify(notification: { ticketUuid: string; title: string; body: string }): void;
  /** Unread tickets, for dock, taskbar, tray and title. */
  setBadge(count: number): void;
  /** An address at which the screen can load a cached or downloadable file. */
  mediaUrl(mediaId: string): string;
  /** The computer woke up, or the system says that the network came or went. Only a hint. */
  onWake(listener: () => void): () => void;
  /** A notification or a deep link asks for a place in the console, for example `/tickets/{uuid}`. */
  onNavigate(listener: (path: string) => void): () => void;
}

/** Keeps refresh tokens. `durable` is false where the system offers no safe place: they live until the program ends. */
export interface SecretStore {
  readonly durable: boolean;
  get(key: string): Promise<string | null>;
  set(key: string, value: string | null): Promise<void>;
}

/** electron-store in Electron, its base `conf` elsewhere. Values are JSON. */
export interface SettingsStore {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
}
