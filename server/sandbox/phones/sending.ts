/** How a phone's message reaches the companions and phones of the other side. */

import type { proto } from '@whiskeysockets/baileys';
import { describe, mediaLocation } from '../describe.ts';
import type { LedgerEntry } from '../ledger.ts';
import type { Account, LinkedDevice, SendOptions, SentRecord } from '../model.ts';
import { child, type Node, n, nowS } from '../wire/nodes.ts';
import type { Content } from './content.ts';
import { parseRetryBundle } from './signal-device.ts';

/** Sends to a person or a group; a phone that is offline keeps it until it comes back. Returns the id. */
export async function send(
  account: Account,
  target: Account,
  content: Content,
  opts: SendOptions = {},
): Promise<string> {
  const { ledger } = account.world;
  const id = opts.id ?? account.newId();
  account.remember(id, { content, opts, to: target.number });
  const recipients = opts.group
    ? account.world.groupMembers(opts.group).filter((member) => member !== account)
    : [target];
  const entry = ledger.open(
    { id, from: account.number, to: opts.group ?? target.number, sentBy: 'phone' },
    recipients.map((recipient) => recipient.number),
  );
  ledger.describe(entry, describe(content.message), mediaLocation(content.message));
  if (account.reachable) await transmit(account, id, entry);
  else {
    ledger.update(entry, { server: 'queued' });
    account.mailbox.push({ what: 'send', id });
  }
  return id;
}

/** Sends a message that waited for the phone to come back. */
export async function sendWaiting(account: Account, id: string): Promise<void> {
  const entry = account.world.ledger.get(account.number, id);
  if (entry) await transmit(account, id, entry);
}

async function transmit(account: Account, id: string, entry: LedgerEntry): Promise<void> {
  const { world } = account;
  const record = account.sent.get(id)!;
  world.ledger.update(entry, { server: 'accepted' });
  const target = world.numbered(record.to);
  const devices = record.opts.group
    ? world.groupMembers(record.opts.group).flatMap((member) => [...member.linked.values()])
    : [...target.linked.values(), ...account.linked.values()];
  for (const device of new Set(devices)) await sendTo(account, device, id, record, 0);
  // a phone with companions leaves the receipts to them; one without them sends its own
  for (const number of Object.keys(entry.recipients)) {
    const recipient = world.numbered(number);
    if (!recipient.linked.size) recipient.arriveFromPhone(account.number, id);
  }
}

async function sendTo(
  account: Account,
  device: LinkedDevice,
  id: string,
  record: SentRecord,
  retry: number,
): Promise<void> {
  const { content, opts } = record;
  const own = device.account === account && !opts.group;
  const encs = opts.group
    ? await encryptForGroup(account, device, record, opts.group, retry)
    : [
        await encryptPair(
          account,
          device,
          own ? forCompanion(account, record) : content.message,
          record,
          retry,
        ),
      ];
  const attrs = own ? ownAttrs(account, record) : senderAttrs(account, opts);
  await device.deliver(
    id,
    n(
      'message',
      {
        ...attrs,
        id,
        t: opts.timestamp ?? nowS(),
        type: content.type ?? 'text',
        notify: account.name,
        edit: content.edit,
      },
      encs,
    ),
  );
}

/** Copies a message that the phone sent to its own companions. */
function forCompanion(account: Account, record: SentRecord): proto.IMessage {
  const contact = account.world.numbered(record.to);
  return { deviceSentMessage: { destinationJid: contact.jid(), message: record.content.message } };
}

function ownAttrs(account: Account, record: SentRecord): Record<string, string> {
  const contact = account.world.numbered(record.to);
  const lid = contact.addressing === 'lid';
  return {
    from: account.jid(contact.addressing),
    recipient: contact.jid(),
    [lid ? 'peer_recipient_pn' : 'peer_recipient_lid']: lid ? contact.pnJid : contact.lidJid,
  };
}

function senderAttrs(account: Account, opts: SendOptions): Record<string, string> {
  const addressing = opts.addressing ?? account.addressing;
  const lid = addressing === 'lid';
  const other = lid ? account.pnJid : account.lidJid;
  const through = opts.group ?? opts.list;
  if (!through) return { from: account.jid(addressing), [lid ? 'sender_pn' : 'sender_lid']: other };
  return {
    from: through,
    participant: account.jid(addressing),
    [lid ? 'participant_pn' : 'participant_lid']: other,
    addressing_mode: addressing,
  };
}

/** Encrypts for one companion, with a session started from its pre-keys when there is none yet. */
export async function encryptFor(
  account: Account,
  device: LinkedDevice,
  message: proto.IMessage,
  plain?: Uint8Array,
) {
  const { primary } = account;
  if (!(await primary.hasSession(device.lidJid)))
    await primary.startSession(device.lidJid, device.takeBundle());
  return plain ? primary.encryptBytes(device.lidJid, plain) : primary.encrypt(device.lidJid, message);
}

async function encryptPair(
  account: Account,
  device: LinkedDevice,
  message: proto.IMessage,
  record: SentRecord,
  retry: number,
): Promise<Node> {
  const enc = await encryptFor(account, device, message, record.opts.plain);
  const body = Buffer.from(enc.ciphertext);
  if (record.opts.corrupt && !retry) body[body.length - 1]! ^= 0xff;
  return n(
    'enc',
    { v: 2, type: enc.type, mediatype: record.content.mediaType, count: retry || undefined },
    body,
  );
}

async function encryptForGroup(
  account: Account,
  device: LinkedDevice,
  record: SentRecord,
  group: string,
  retry: number,
): Promise<Node[]> {
  const { message, mediaType } = record.content;
  const encs: Node[] = [];
  const out = await account.primary.encryptGroup(group, account.lidJid, message);
  const mark = `${group}|${device.lidJid}`;
  if (retry || !account.senderKeysSent.has(mark)) {
    account.senderKeysSent.add(mark);
    const senderKeyDistributionMessage = {
      groupId: group,
      axolotlSenderKeyDistributionMessage: out.senderKeyDistributionMessage,
    };
    const keyMessage = { senderKeyDistributionMessage, ...(retry ? message : {}) };
    encs.push(await encryptPair(account, device, keyMessage, record, retry));
  }
  if (!retry) encs.push(n('enc', { v: 2, type: 'skmsg', mediatype: mediaType }, Buffer.from(out.ciphertext)));
  return encs;
}

/** A companion could not decrypt one of our messages: new session, same message, same id. */
export async function sendAgain(account: Account, device: LinkedDevice, receipt: Node): Promise<void> {
  const id = receipt.attrs.id!;
  const record = account.sent.get(id);
  if (!record) return;
  account.world.ledger.countRetry(account.number, id);
  await account.primary.dropSession(device.lidJid);
  await account.primary.startSession(device.lidJid, parseRetryBundle(receipt) ?? device.takeBundle());
  await sendTo(account, device, id, record, Number(child(receipt, 'retry')?.attrs.count ?? 1));
}
