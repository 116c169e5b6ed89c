/** Commands about phones: making, configuring, linking, offline and back. */
import type { SimulatedAccount } from '../phones/account.ts';
import { parseQr } from '../phones/pairing.ts';
import { enterPairingCode } from '../phones/pairing-code.ts';
import type { SandboxWhatsApp } from '../sandbox.ts';
import { n, nowS } from '../wire/nodes.ts';
import type { Handlers, Parsed } from './handlers.ts';
import { viewOffers, viewPhone } from './views.ts';

export function phoneCommands(world: SandboxWhatsApp) {
  const handlers: Handlers<
    | 'createPhone'
    | 'phones'
    | 'configure'
    | 'offers'
    | 'showQr'
    | 'scan'
    | 'enterPairingCode'
    | 'unlink'
    | 'goOffline'
    | 'comeBack'
    | 'createGroup'
    | 'changeNumber'
  > = {
    createPhone: (input) => viewPhone(world.accountOf(input.number) ?? world.account(input)),
    phones: () => [...world.accounts.values()].map(viewPhone),
    configure: ({ number, ...changes }) => viewPhone(configure(world.numbered(number), changes)),
    offers: () => viewOffers(world),
    showQr: ({ qr }) => {
      const { ref } = parseQr(qr);
      if (!world.connectionByRef(ref)) throw new Error('QR expired: unknown ref');
      world.shownQrs.set(ref, qr);
      world.changed();
      return viewOffers(world).find((offer) => offer.ref === ref)!;
    },
    scan: async ({ number, qr }) => {
      const device = await world.numbered(number).scan(qr ?? newestShownQr(world));
      return { device: device.id };
    },
    enterPairingCode: async ({ number, code }) => {
      const device = await enterPairingCode(world.numbered(number), code.replace('-', '').toUpperCase());
      return { device: device.id };
    },
    unlink: async ({ number, device }) => {
      const account = world.numbered(number);
      for (const linked of [...account.linked.values()])
        if (device === undefined || linked.id === device) await account.unlink(linked);
      return viewPhone(account);
    },
    goOffline: ({ number }) => {
      const account = world.numbered(number);
      account.goOffline();
      return viewPhone(account);
    },
    comeBack: async ({ number }) => {
      const account = world.numbered(number);
      await account.comeBack();
      return viewPhone(account);
    },
    changeNumber: async ({ number, to }) => {
      const [before, after] = [world.numbered(number), world.numbered(to)];
      const names = { old: before.pnJid, new: after.pnJid, old_lid: before.lidJid, new_lid: after.lidJid };
      const attrs = { from: before.pnJid, id: before.newId(), type: 'contacts', t: nowS() };
      const told = n('notification', attrs, [n('modify', names)]);
      const companions = [...world.accounts.values()].flatMap(({ linked }) => [...linked.values()]);
      for (const device of companions) await device.deliver(`moved/${attrs.id}`, told);
    },
    createGroup: ({ subject, members }) => {
      const accounts = members.map((number) => world.numbered(number));
      return { jid: world.createGroup(subject, accounts).jid };
    },
  };
  return handlers;
}

function newestShownQr(world: SandboxWhatsApp): string {
  const offered = [...world.shownQrs].filter(([ref]) => world.connectionByRef(ref));
  const newest = offered.at(-1);
  if (!newest) throw new Error('no computer shows a QR code whose text is known');
  return newest[1];
}

function configure(
  account: SimulatedAccount,
  changes: Omit<Parsed<'configure'>, 'number'>,
): SimulatedAccount {
  const { pictureBase64, ...fields } = changes;
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined) Object.assign(account, { [field]: value });
  if (pictureBase64 !== undefined) account.showPicture(Buffer.from(pictureBase64, 'base64'));
  account.world.changed();
  return account;
}
