/** A companion of a phone: a real Baileys client, connected or not. */
import type { Account, Connection, DeliveryFaults, DeviceIdentity, LinkedDevice } from '../model.ts';
import { type Node, withDevice } from '../wire/nodes.ts';
import type { PreKeyBundle } from './signal-device.ts';

/** How many delivered stanzas are kept for tests that deliver one again. */
const HISTORY = 500;

export class Companion implements LinkedDevice {
  readonly account: Account;
  readonly identity: DeviceIdentity;
  readonly preKeys = new Map<number, Buffer>();
  connection: Connection | undefined;
  /** stanzas not yet confirmed by the client; delivered again, marked `offline`, at its next login */
  readonly pending = new Map<string, Node>();
  readonly history = new Map<string, Node>();
  faults: DeliveryFaults = { drop: 0, duplicate: 0, delayMs: 0, tags: ['message'] };
  /** whether this companion already got its app-state keys and history */
  bootstrapped = false;
  /** keep live stanzas back until `release()`, to separate the phones' encryption from the client's work */
  hold = false;

  constructor(account: Account, identity: DeviceIdentity) {
    this.account = account;
    this.identity = identity;
  }

  get id(): number {
    return this.identity.id;
  }
  get pnJid(): string {
    return withDevice(this.account.pnJid, this.id);
  }
  get lidJid(): string {
    return withDevice(this.account.lidJid, this.id);
  }
  get online(): boolean {
    return this.connection?.ready === true;
  }

  takeBundle(): PreKeyBundle {
    const first = this.preKeys.entries().next().value;
    if (first) this.preKeys.delete(first[0]);
    const { registrationId, identityKey, signedPreKey } = this.identity;
    return {
      registrationId,
      identityKey,
      signedPreKey,
      preKey: first && { keyId: first[0], publicKey: first[1] },
    };
  }

  /** Hands a stanza to the client now, or keeps it until the client logs in again. */
  async deliver(key: string, stanza: Node): Promise<void> {
    this.pending.set(key, stanza);
    this.remember(key, stanza);
    this.account.world.changed();
    if (this.hold) return;
    const times = this.trip(stanza);
    if (this.faults.delayMs && this.hit(stanza)) this.handOverLater(key, stanza, times);
    else for (let i = 0; i < times; i++) await this.handOver(stanza);
  }

  async release(): Promise<void> {
    this.hold = false;
    for (const stanza of [...this.pending.values()]) await this.handOver(stanza);
  }

  /** Delivers a stanza again that the client has confirmed, as the server does after a lost ack. */
  async redeliver(key: string): Promise<void> {
    const stanza = this.history.get(key);
    if (!stanza) throw new Error(`nothing was delivered as ${key}`);
    await this.handOver(stanza);
  }

  confirm(key: string): void {
    this.pending.delete(key);
  }

  /** A client's receipt or ack confirms every stanza of that id. */
  confirmId(id: string): void {
    for (const key of this.pending.keys()) if (key === id || key.startsWith(`${id}/`)) this.confirm(key);
  }

  private async handOver(stanza: Node): Promise<void> {
    if (this.online) await this.connection?.send(stanza);
  }

  private handOverLater(key: string, stanza: Node, times: number): void {
    const { connection } = this;
    setTimeout(() => {
      // after a reconnect it was delivered with the backlog
      if (this.connection !== connection || !this.pending.has(key)) return;
      for (let i = 0; i < times; i++) void this.handOver(stanza);
    }, this.faults.delayMs).unref();
  }

  private hit(stanza: Node): boolean {
    return (this.faults.tags as string[]).includes(stanza.tag);
  }

  /** How often to hand this stanza over. */
  private trip(stanza: Node): number {
    if (!this.hit(stanza)) return 1;
    if (this.faults.drop > 0) {
      this.faults.drop--;
      return 0;
    }
    if (this.faults.duplicate > 0) {
      this.faults.duplicate--;
      return 2;
    }
    return 1;
  }

  private remember(key: string, stanza: Node): void {
    this.history.set(key, stanza);
    if (this.history.size > HISTORY) this.history.delete(this.history.keys().next().value!);
  }
}
