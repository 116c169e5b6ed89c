/** The views of phones, offers and messages for the script API and the web page. */

import { proto } from '@whiskeysockets/baileys';
import { type LedgerEntry, progressOf } from '../ledger.ts';
import type { Connection } from '../model.ts';
import type { SimulatedAccount } from '../phones/account.ts';
import type { SandboxWhatsApp } from '../sandbox.ts';
import type { LedgerView, OfferView, PhoneView } from './api.ts';

function clientName(deviceProps: Uint8Array | undefined): string {
  return (deviceProps && proto.DeviceProps.decode(deviceProps).os) || '?';
}

export function viewPhone(account: SimulatedAccount): PhoneView {
  const { number, name, company, online, receipts, restriction, companionsCut } = account;
  return {
    number,
    name,
    company,
    pn: account.pnJid,
    lid: account.lidJid,
    online,
    receipts,
    restriction,
    companionsCut,
    waiting: account.mailbox.length,
    codeRequested: account.world.codePairings.has(account.pnJid),
    typing: Object.fromEntries(account.typing),
    devices: [...account.linked.values()].map((device) => ({
      id: device.id,
      name: clientName(device.identity.deviceProps),
      online: device.online,
      preKeys: device.preKeys.size,
      pending: device.pending.size,
      faults: device.faults,
    })),
  };
}

/** Companions that show a QR code; one that is already paired waits for its restart only. */
export function viewOffers(world: SandboxWhatsApp): OfferView[] {
  return [...world.connections].flatMap((conn) => viewOffer(conn) ?? []);
}

function viewOffer(conn: Connection): OfferView | undefined {
  const { pairing, world } = conn;
  if (!pairing) return undefined;
  const shown = pairing.refs.find((ref) => world.shownQrs.has(ref));
  return {
    ref: shown ?? pairing.refs[0]!,
    since: pairing.since,
    name: clientName(pairing.deviceProps),
    shown: shown !== undefined,
  };
}

export function viewEntry(world: SandboxWhatsApp, entry: LedgerEntry): LedgerView {
  const waitingAt = [entry.from, ...Object.keys(entry.recipients)].flatMap((number) =>
    [...(world.accountOf(number)?.linked.values() ?? [])]
      .filter((device) =>
        [...device.pending.values()].some((it) => it.tag === 'message' && it.attrs.id === entry.id),
      )
      .map((device) => ({ number, device: device.id })),
  );
  return { ...entry, progress: progressOf(entry), waitingAt };
}
