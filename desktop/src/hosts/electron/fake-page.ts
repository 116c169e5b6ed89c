import { EventEmitter } from 'node:events';

let lastContents = 0;

/** The page of a window. */
export class FakeWebContents extends EventEmitter {
  readonly id = ++lastContents;
  readonly session: FakeSession;
  zoom = 1;
  readonly edits: string[] = [];
  constructor(session: FakeSession) {
    super();
    this.session = session;
  }
  setZoomFactor(factor: number): void {
    this.zoom = factor;
  }
  replaceMisspelling(word: string): void {
    this.edits.push(word);
  }
  copyImageAt(x: number, y: number): void {
    this.edits.push(`image at ${x},${y}`);
  }
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  readonly sent: { channel: string; data: unknown }[] = [];
  readonly mainFrame = { url: 'app://balcao/' };
  readonly downloads: string[] = [];
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  send(channel: string, data: unknown): void {
    this.sent.push({ channel, data });
  }
  isDestroyed(): boolean {
    return false;
  }
  downloadURL(url: string): void {
    this.downloads.push(url);
  }
  reload(): void {
    this.emit('reloaded');
  }
  /** Plays a key; true if the page would have received it. */
  press(key: string, held: { control?: boolean; alt?: boolean } = {}): boolean {
    let prevented = false;
    const input = { type: 'keyDown', control: false, meta: false, alt: false, ...held, key };
    this.emit('before-input-event', { preventDefault: () => (prevented = true) }, input);
    return !prevented;
  }
  /** Plays a navigation; true if the shell let it happen. */
  navigate(event: 'will-navigate' | 'will-redirect', url: string): boolean {
    let prevented = false;
    this.emit(event, { url, preventDefault: () => (prevented = true) });
    return !prevented;
  }
}

/** The session: permissions and storage of its pages. */
export class FakeSession extends EventEmitter {
  readonly availableSpellCheckerLanguages = ['en-GB', 'en-US', 'es', 'pt-BR', 'pt-PT'];
  spellCheck: string[] | null = null;
  readonly learnt: string[] = [];
  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellCheck = enabled ? [] : null;
  }
  setSpellCheckerLanguages(languages: string[]): void {
    this.spellCheck = languages;
  }
  addWordToSpellCheckerDictionary(word: string): boolean {
    this.learnt.push(word);
    return true;
  }
  check:
    | ((contents: unknown, permission: string, origin: string, details: { mediaType?: string }) => boolean)
    | undefined;
  request:
    | ((
        contents: unknown,
        permission: string,
        answer: (allowed: boolean) => void,
        details: { requestingUrl: string; mediaTypes?: string[] },
      ) => void)
    | undefined;
  device: (() => boolean) | undefined;
  setPermissionCheckHandler(handler: FakeSession['check']): void {
    this.check = handler;
  }
  setPermissionRequestHandler(handler: FakeSession['request']): void {
    this.request = handler;
  }
  setDevicePermissionHandler(handler: FakeSession['device']): void {
    this.device = handler;
  }
}
