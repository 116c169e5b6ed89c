/** A participant of the Signal protocol: a customer's phone, or the company's phone itself. */
import {
  type AuthenticationCreds,
  addTransactionCapability,
  DEFAULT_CONNECTION_CONFIG,
  encodeWAMessage,
  getNextPreKeys,
  initAuthCreds,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
  unpadRandomMax16,
} from '@whiskeysockets/baileys';
import pino from 'pino';
import { beInt, bytes, child, type Node, n, uint } from '../wire/nodes.ts';

const silent = pino({ level: 'silent' });

export interface PreKeyBundle {
  registrationId: number;
  /** 32 bytes, without the type prefix */
  identityKey: Uint8Array;
  signedPreKey: SignedPreKey;
  preKey?: { keyId: number; publicKey: Uint8Array } | undefined;
}

export interface SignedPreKey {
  keyId: number;
  publicKey: Uint8Array;
  signature: Uint8Array;
}

export type MemoryKeyStore = SignalKeyStore & { data: Map<string, unknown> };

/** A key store in memory; `data` is keyed by `type/id`. */
export function memoryKeyStore(data = new Map<string, unknown>()): MemoryKeyStore {
  return {
    data,
    async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
      const out: { [id: string]: SignalDataTypeMap[T] } = {};
      for (const id of ids) {
        const value = data.get(`${type}/${id}`);
        if (value !== undefined) out[id] = value as SignalDataTypeMap[T];
      }
      return out;
    },
    async set(set: SignalDataSet) {
      for (const [type, entries] of Object.entries(set))
        for (const [id, value] of Object.entries(entries ?? {}))
          if (value === null || value === undefined) data.delete(`${type}/${id}`);
          else data.set(`${type}/${id}`, value);
    },
  };
}

function prefixed(key: Uint8Array): Buffer {
  return key.length === 33 ? Buffer.from(key) : Buffer.concat([Buffer.from([5]), key]);
}

/** Everything a phone must store to keep its identity and its Signal sessions. */
export interface SignalState {
  creds: AuthenticationCreds;
  keys: [string, unknown][];
}

export class SignalDevice {
  readonly creds: AuthenticationCreds;
  private readonly store: MemoryKeyStore;
  private readonly keys;
  private readonly repo;

  constructor(saved?: SignalState) {
    this.creds = saved?.creds ?? initAuthCreds();
    this.store = memoryKeyStore(new Map(saved?.keys));
    this.keys = addTransactionCapability(this.store, silent as never, {
      maxCommitRetries: 1,
      delayBetweenTriesMs: 1,
    });
    this.stepOneByOne();
    this.repo = DEFAULT_CONNECTION_CONFIG.makeSignalRepository(
      { creds: this.creds, keys: this.keys },
      silent as never,
      async () => [],
    );
  }

  /**
   * The library locks sending and receiving by different names: a phone that does both at once would undo the step of
   * one of them, and its next message would use a key that was used already.
   */
  private stepOneByOne(): void {
    const transaction = this.keys.transaction.bind(this.keys);
    this.keys.transaction = (work) => transaction(work, 'everything');
  }

  get state(): SignalState {
    return { creds: this.creds, keys: [...this.store.data] };
  }
  get identityPublic(): Uint8Array {
    return this.creds.signedIdentityKey.public;
  }
  get identityPrivate(): Uint8Array {
    return this.creds.signedIdentityKey.private;
  }

  /** A bundle with a fresh one-time pre-key each time, as the real server hands each one out once. */
  async bundle(): Promise<PreKeyBundle> {
    const { update, preKeys } = await getNextPreKeys({ creds: this.creds, keys: this.keys } as never, 1);
    Object.assign(this.creds, update);
    const [id, pair] = Object.entries(preKeys)[0]!;
    const { signedPreKey } = this.creds;
    return {
      registrationId: this.creds.registrationId,
      identityKey: this.identityPublic,
      signedPreKey: {
        keyId: signedPreKey.keyId,
        publicKey: signedPreKey.keyPair.public,
        signature: signedPreKey.signature,
      },
      preKey: { keyId: +id, publicKey: pair.public },
    };
  }

  async hasSession(jid: string): Promise<boolean> {
    return (await this.repo.validateSession(jid)).exists;
  }

  async startSession(jid: string, bundle: PreKeyBundle): Promise<void> {
    const { signedPreKey, preKey } = bundle;
    await this.repo.injectE2ESession({
      jid,
      session: {
        registrationId: bundle.registrationId,
        identityKey: prefixed(bundle.identityKey),
        signedPreKey: { ...signedPreKey, publicKey: prefixed(signedPreKey.publicKey) },
        preKey: (preKey
          ? { keyId: preKey.keyId, publicKey: prefixed(preKey.publicKey) }
          : undefined) as never,
      },
    });
  }

  async dropSession(jid: string): Promise<void> {
    await this.repo.deleteSession([jid]);
  }

  async encrypt(
    jid: string,
    message: proto.IMessage,
  ): Promise<{ type: 'pkmsg' | 'msg'; ciphertext: Uint8Array }> {
    return this.encryptBytes(jid, encodeWAMessage(message));
  }

  /** @param data with its padding: the last byte says how many bytes to drop */
  async encryptBytes(
    jid: string,
    data: Uint8Array,
  ): Promise<{ type: 'pkmsg' | 'msg'; ciphertext: Uint8Array }> {
    return this.repo.encryptMessage({ jid, data });
  }

  async decrypt(jid: string, type: string, ciphertext: Uint8Array): Promise<proto.Message> {
    const plain = await this.repo.decryptMessage({ jid, type: type as 'pkmsg' | 'msg', ciphertext });
    return proto.Message.decode(unpadRandomMax16(plain));
  }

  async encryptGroup(group: string, ownJid: string, message: proto.IMessage) {
    return this.repo.encryptGroupMessage({ group, meId: ownJid, data: encodeWAMessage(message) });
  }

  async acceptSenderKey(authorJid: string, item: proto.Message.ISenderKeyDistributionMessage): Promise<void> {
    await this.repo.processSenderKeyDistributionMessage({ item, authorJid });
  }

  async decryptGroup(group: string, authorJid: string, ciphertext: Uint8Array): Promise<proto.Message> {
    const plain = await this.repo.decryptGroupMessage({ group, authorJid, msg: ciphertext });
    return proto.Message.decode(unpadRandomMax16(plain));
  }

  close(): void {
    (this.repo as { close?: () => void }).close?.();
  }
}

/** The wire form of a bundle's keys, as in a key query's answer and in a retry receipt. */
export function bundleNodes(bundle: PreKeyBundle): Node[] {
  const { signedPreKey, preKey } = bundle;
  const type = n('type', {}, Buffer.from([5]));
  const identity = n('identity', {}, Buffer.from(bundle.identityKey));
  const skey = n('skey', {}, [
    n('id', {}, beInt(signedPreKey.keyId, 3)),
    n('value', {}, Buffer.from(signedPreKey.publicKey)),
    n('signature', {}, Buffer.from(signedPreKey.signature)),
  ]);
  if (!preKey) return [type, identity, skey];
  const key = n('key', {}, [
    n('id', {}, beInt(preKey.keyId, 3)),
    n('value', {}, Buffer.from(preKey.publicKey)),
  ]);
  return [type, identity, skey, key];
}

export function registrationNode(registrationId: number): Node {
  return n('registration', {}, beInt(registrationId, 4));
}

/** Reads an `<skey>`. */
export function parseSignedKey(node: Node): SignedPreKey {
  return {
    keyId: uint(child(node, 'id')),
    publicKey: bytes(child(node, 'value')),
    signature: bytes(child(node, 'signature')),
  };
}

/** Reads the `<keys>` of a retry receipt. */
export function parseRetryBundle(receipt: Node): PreKeyBundle | undefined {
  const keys = child(receipt, 'keys');
  if (!keys) return undefined;
  const key = child(keys, 'key');
  return {
    registrationId: uint(child(receipt, 'registration')),
    identityKey: bytes(child(keys, 'identity')),
    signedPreKey: parseSignedKey(child(keys, 'skey')!),
    preKey: key && { keyId: uint(child(key, 'id')), publicKey: bytes(child(key, 'value')) },
  };
}
