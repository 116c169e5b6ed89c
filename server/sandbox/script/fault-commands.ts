/** Commands that make trouble. */
import { cutCompanions, restrict } from '../phones/trouble.ts';
import type { SandboxWhatsApp } from '../sandbox.ts';
import type { Handlers, Parsed } from './handlers.ts';
import { viewPhone } from './views.ts';

export function faultCommands(world: SandboxWhatsApp) {
  const devices = (number: string) => [...world.numbered(number).linked.values()];
  const view = (number: string) => {
    world.changed();
    return viewPhone(world.numbered(number));
  };
  const handlers: Handlers<
    | 'cutCompanions'
    | 'restoreCompanions'
    | 'freezeCompanions'
    | 'disturbDeliveries'
    | 'holdDeliveries'
    | 'releaseDeliveries'
    | 'redeliver'
    | 'restrict'
    | 'refuseLogin'
    | 'configureWorld'
    | 'expireMedia'
    | 'unhandled'
  > = {
    cutCompanions: ({ number, refuse }) => {
      world.numbered(number).companionsCut = refuse;
      cutCompanions(world.numbered(number));
      return view(number);
    },
    restoreCompanions: ({ number }) => {
      world.numbered(number).companionsCut = false;
      return view(number);
    },
    freezeCompanions: ({ number }) => {
      for (const device of devices(number)) if (device.connection) device.connection.frozen = true;
      return view(number);
    },
    disturbDeliveries: ({ number, ...faults }) => {
      for (const device of devices(number)) device.faults = { ...faults };
      return view(number);
    },
    holdDeliveries: ({ number }) => {
      for (const device of devices(number)) device.hold = true;
      return view(number);
    },
    releaseDeliveries: async ({ number }) => {
      for (const device of devices(number)) await device.release();
      return view(number);
    },
    redeliver: async ({ number, id }) => {
      for (const device of devices(number)) await device.redeliver(id);
    },
    restrict: ({ number, how }) => {
      restrict(world.numbered(number), how);
      return view(number);
    },
    refuseLogin: ({ number, reason }) => {
      world.numbered(number).refuseLogin = reason === null ? undefined : { reason };
      return view(number);
    },
    configureWorld: (changes) => configureWorld(world, changes),
    expireMedia: ({ from, id }) => {
      const file = world.ledger.media.get(`${from}/${id}`);
      if (!file) throw new Error(`no file in message ${id}`);
      world.media.expire(file.directPath);
    },
    unhandled: () => world.unhandled.map(({ tag, attrs }) => ({ tag, attrs })),
  };
  return handlers;
}

function configureWorld(world: SandboxWhatsApp, changes: Parsed<'configureWorld'>) {
  const { failUploads, failDownloads, ...fields } = changes;
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined) Object.assign(world, { [field]: value });
  if (failUploads) world.media.failUploads = { ...failUploads };
  if (failDownloads) world.media.failDownloads = { ...failDownloads };
  return { failUploads: world.media.failUploads, failDownloads: world.media.failDownloads };
}
