/**
 * Keeps a sandbox in a folder: identities, accounts, companions with their undelivered stanzas,
 * Signal sessions, ledger and files. Written shortly after a change and when the sandbox stops; a
 * crash loses at most that moment, which Signal repairs by itself (the reader requests a resend).
 */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BufferJSON } from '@whiskeysockets/baileys';
import type { MediaLocation } from './describe.ts';
import type { LedgerEntry } from './ledger.ts';
import type { AccountOptions, DeviceIdentity, LinkedDevice, SentRecord } from './model.ts';
import { MEDIA_PATH } from './net/media-store.ts';
import { SimulatedAccount } from './phones/account.ts';
import { Companion } from './phones/linked-device.ts';
import type { MailboxItem } from './phones/mailbox.ts';
import type { SignalState } from './phones/signal-device.ts';
import type { SandboxWhatsApp, WorldIdentity } from './sandbox.ts';
import { type Node, userOf } from './wire/nodes.ts';

/** Raised when the file's shape changes; an older file is replaced by a fresh sandbox. */
const VERSION = 1;
const SAVE_AFTER_MS = 250;

/** The mutable plain data of an account. */
const FIELDS = [
  'name',
  'addressing',
  'receipts',
  'onWhatsApp',
  'online',
  'nextDeviceId',
  'restriction',
  'refuseLogin',
  'companionsCut',
  'requirePasskey',
  'about',
] as const;

interface SavedDevice {
  identity: DeviceIdentity;
  preKeys: [number, Buffer][];
  pending: [string, Node][];
  bootstrapped: boolean;
  linked: boolean;
}

interface SavedAccount {
  options: AccountOptions;
  signal: SignalState;
  devices: SavedDevice[];
  sent: [string, SentRecord][];
  senderKeysSent: string[];
  mailbox: MailboxItem[];
  fields: Pick<SimulatedAccount, (typeof FIELDS)[number]>;
}

interface SavedWorld {
  version: number;
  identity: WorldIdentity;
  accounts: SavedAccount[];
  ledger: [string, LedgerEntry][];
  media: [string, MediaLocation][];
  appState: [string, Record<string, Buffer[]>][];
  groups: { jid: string; subject: string; createdAt: number; members: string[] }[];
}

/** The trust anchors of the sandbox that was kept in this folder, if any. */
export function loadIdentity(dir: string): WorldIdentity | undefined {
  return read(dir)?.identity;
}

/** Fills a new world; `false` when the folder holds none. */
export function loadState(world: SandboxWhatsApp, dir: string): boolean {
  const saved = read(dir);
  if (!saved) return false;
  for (const account of saved.accounts) world.admit(restoreAccount(world, account));
  for (const [key, entry] of saved.ledger) world.ledger.entries.set(key, entry);
  for (const [key, location] of saved.media) world.ledger.media.set(key, location);
  for (const [jid, patches] of saved.appState) world.appState.set(jid, patches);
  for (const { members, ...group } of saved.groups) {
    const accounts = members.map((number) => world.numbered(number));
    world.groups.set(group.jid, { ...group, creator: accounts[0]!, members: new Set(accounts) });
  }
  for (const name of existsSync(filesOf(dir)) ? readdirSync(filesOf(dir)) : [])
    world.media.blobs.set(`${MEDIA_PATH}${name}`, readFileSync(join(filesOf(dir), name)));
  return true;
}

/** Saves after every change until stopped; stopping saves once more. */
export function keepState(world: SandboxWhatsApp, dir: string): { stop: () => void } {
  mkdirSync(filesOf(dir), { recursive: true });
  let timer: NodeJS.Timeout | undefined;
  const save = () => {
    timer = undefined;
    saveFiles(world, dir);
    // a crash in the middle leaves the old file whole
    writeFileSync(`${fileOf(dir)}.new`, JSON.stringify(snapshot(world), BufferJSON.replacer), {
      mode: 0o600,
    });
    renameSync(`${fileOf(dir)}.new`, fileOf(dir));
  };
  const onChange = () => {
    timer ??= setTimeout(save, SAVE_AFTER_MS);
  };
  world.on('change', onChange);
  save();
  return {
    stop: () => {
      world.off('change', onChange);
      clearTimeout(timer);
      save();
    },
  };
}

function fileOf(dir: string): string {
  return join(dir, 'sandbox.json');
}

function filesOf(dir: string): string {
  return join(dir, 'media');
}

function read(dir: string): SavedWorld | undefined {
  if (!existsSync(fileOf(dir))) return undefined;
  const saved = JSON.parse(readFileSync(fileOf(dir), 'utf8'), BufferJSON.reviver) as SavedWorld;
  return saved.version === VERSION ? saved : undefined;
}

function saveFiles(world: SandboxWhatsApp, dir: string): void {
  for (const [path, blob] of world.media.blobs) {
    const file = join(filesOf(dir), path.slice(MEDIA_PATH.length));
    if (!existsSync(file)) writeFileSync(file, blob, { mode: 0o600 });
  }
}

function snapshot(world: SandboxWhatsApp): SavedWorld {
  return {
    version: VERSION,
    identity: { noise: world.noiseIdentity, tls: world.tls },
    accounts: [...world.accounts.values()].map(saveAccount),
    ledger: [...world.ledger.entries],
    media: [...world.ledger.media],
    appState: [...world.appState],
    groups: [...world.groups.values()].map(({ jid, subject, createdAt, members }) => ({
      jid,
      subject,
      createdAt,
      members: [...members].map((member) => member.number),
    })),
  };
}

function saveAccount(account: SimulatedAccount): SavedAccount {
  const { number, company, lidJid } = account;
  return {
    options: { number, company, lid: userOf(lidJid) },
    signal: account.primary.state,
    devices: [...account.formerDevices.values(), ...account.linked.values()].map(saveDevice),
    sent: [...account.sent],
    senderKeysSent: [...account.senderKeysSent],
    mailbox: account.mailbox,
    fields: Object.fromEntries(FIELDS.map((field) => [field, account[field]])) as SavedAccount['fields'],
  };
}

function saveDevice(device: LinkedDevice): SavedDevice {
  return {
    identity: device.identity,
    preKeys: [...device.preKeys],
    pending: [...device.pending],
    bootstrapped: device.bootstrapped,
    linked: device.account.linked.has(device.id),
  };
}

function restoreAccount(world: SandboxWhatsApp, saved: SavedAccount): SimulatedAccount {
  const account = new SimulatedAccount(world, saved.options, saved.signal);
  Object.assign(account, saved.fields);
  account.mailbox = saved.mailbox;
  for (const [id, record] of saved.sent) account.sent.set(id, record);
  for (const mark of saved.senderKeysSent) account.senderKeysSent.add(mark);
  for (const it of saved.devices) {
    const device = new Companion(account, it.identity);
    device.bootstrapped = it.bootstrapped;
    for (const [id, key] of it.preKeys) device.preKeys.set(id, key);
    for (const [key, stanza] of it.pending) device.pending.set(key, stanza);
    (it.linked ? account.linked : account.formerDevices).set(device.id, device);
  }
  return account;
}
