/** Drives an unmodified Baileys client against the sandbox: used by the scenarios. */
import makeWASocket, {
  type AuthenticationCreds,
  type BaileysEventMap,
  initAuthCreds,
  makeCacheableSignalKeyStore,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys';
import pino from 'pino';
import { type SandboxEndpoint, sandboxSocketConfig } from '../client-config.ts';
import { memoryKeyStore } from '../phones/signal-device.ts';

type Ev = keyof BaileysEventMap;

export class TestClient {
  creds: AuthenticationCreds = initAuthCreds();
  readonly store = memoryKeyStore();
  sock!: WASocket;
  readonly upserts: { message: WAMessage; type: string }[] = [];
  readonly events: { name: Ev; data: unknown; at: number }[] = [];
  private waiters: { name: Ev; match: (d: never) => boolean; resolve: (d: never) => void }[] = [];
  lastClose?: { code?: number | undefined; message?: string | undefined };
  credsSaved = 0;
  logger = pino({ level: process.env.LOG ?? 'silent' });

  readonly world: { endpoint: SandboxEndpoint };
  readonly extra: Partial<UserFacingSocketConfig>;

  constructor(world: { endpoint: SandboxEndpoint }, extra: Partial<UserFacingSocketConfig> = {}) {
    this.world = world;
    this.extra = extra;
  }

  connect(): this {
    this.sock = makeWASocket({
      ...sandboxSocketConfig(this.world.endpoint),
      logger: this.logger as never,
      auth: { creds: this.creds, keys: makeCacheableSignalKeyStore(this.store, this.logger as never) },
      browser: ['Ubuntu', 'Chrome', '22.04.4'],
      ...this.extra,
    } as UserFacingSocketConfig);
    const names: Ev[] = [
      'connection.update',
      'creds.update',
      'messages.upsert',
      'messages.update',
      'message-receipt.update',
      'messages.reaction',
      'messaging-history.set',
      'call',
      'presence.update',
      'contacts.update',
      'contacts.upsert',
      'chats.update',
      'chats.upsert',
      'groups.update',
      'groups.upsert',
      'messages.delete',
      'lid-mapping.update',
    ];
    for (const name of names) this.sock.ev.on(name, ((data: never) => this.onEvent(name, data)) as never);
    return this;
  }
  private onEvent(name: Ev, data: never): void {
    this.events.push({ name, data, at: Date.now() });
    if (name === 'creds.update') {
      Object.assign(this.creds, data);
      this.credsSaved++;
    }
    if (name === 'messages.upsert') {
      const u = data as BaileysEventMap['messages.upsert'];
      for (const message of u.messages) this.upserts.push({ message, type: u.type });
    }
    if (name === 'connection.update') {
      const u = data as BaileysEventMap['connection.update'];
      if (u.connection === 'close') {
        const e = u.lastDisconnect?.error as
          | { output?: { statusCode: number }; message?: string }
          | undefined;
        this.lastClose = { code: e?.output?.statusCode, message: e?.message };
      }
    }
    this.waiters = this.waiters.filter((w) => {
      if (w.name !== name || !w.match(data)) return true;
      w.resolve(data);
      return false;
    });
  }
  next<T extends Ev>(
    name: T,
    match: (d: BaileysEventMap[T]) => boolean = () => true,
    timeoutMs = 8000,
  ): Promise<BaileysEventMap[T]> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () =>
          reject(
            new Error(
              `client: no '${name}' within ${timeoutMs} ms (last close: ${JSON.stringify(this.lastClose)})`,
            ),
          ),
        timeoutMs,
      );
      this.waiters.push({
        name,
        match: match as never,
        resolve: ((d: BaileysEventMap[T]) => {
          clearTimeout(timer);
          resolve(d);
        }) as never,
      });
    });
  }
  async message(
    match: (m: WAMessage) => boolean,
    timeoutMs = 8000,
  ): Promise<{ message: WAMessage; type: string }> {
    const hit = this.upserts.find((u) => match(u.message));
    if (hit) return hit;
    await this.next('messages.upsert', (d) => d.messages.some(match), timeoutMs);
    return this.upserts.find((u) => match(u.message))!;
  }
  open(timeoutMs?: number) {
    return this.next('connection.update', (u) => u.connection === 'open', timeoutMs);
  }
  closed(timeoutMs?: number) {
    return this.next('connection.update', (u) => u.connection === 'close', timeoutMs);
  }
  /** connect, show the QR, have `phone` scan it, restart as asked, wait for open and for the end of the initial sync */
  async pair(phone: { scan: (qr: string) => Promise<unknown> }): Promise<this> {
    this.connect();
    const { qr } = await this.next('connection.update', (u) => !!u.qr);
    const closed = this.closed();
    await phone.scan(qr!);
    await closed;
    if (this.lastClose?.code !== 515)
      throw new Error(`expected restart-required, got ${JSON.stringify(this.lastClose)}`);
    const open = this.reconnect();
    await open;
    return this;
  }
  async reconnect(): Promise<void> {
    this.connect();
    await Promise.all([
      this.open(),
      this.next('connection.update', (u) => u.receivedPendingNotifications === true),
    ]);
  }
  async stop(): Promise<void> {
    try {
      await this.sock.end(undefined);
    } catch {
      /* already closed */
    }
  }
}
export const textOf = (m: WAMessage): string | undefined =>
  m.message?.conversation ?? m.message?.extendedTextMessage?.text ?? undefined;
