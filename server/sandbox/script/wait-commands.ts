/** Commands that wait for something, so that tests need no sleeps. */
import { type LedgerEntry, type Progress, progressOf } from '../ledger.ts';
import type { SandboxWhatsApp } from '../sandbox.ts';
import type { Handlers, Parsed } from './handlers.ts';
import { viewEntry, viewPhone } from './views.ts';

const REACHED: Progress[] = ['queued', 'sent', 'delivered', 'read', 'played'];

export function waitCommands(world: SandboxWhatsApp) {
  const handlers: Handlers<'waitForMessage' | 'waitForCompanion'> = {
    waitForMessage: async ({ number, timeoutMs, ...wanted }) => {
      const find = () => world.ledger.of(number).find((entry) => fits(entry, wanted));
      const what = `${number}: no message like ${JSON.stringify(wanted)}`;
      return viewEntry(world, await until(world, find, timeoutMs, what));
    },
    waitForCompanion: async ({ number, online, timeoutMs }) => {
      const find = () => {
        const phone = viewPhone(world.numbered(number));
        return phone.devices.some((device) => device.online) === online ? phone : undefined;
      };
      const what = `${number}: no companion is ${online ? 'online' : 'offline'}`;
      return until(world, find, timeoutMs, what);
    },
  };
  return handlers;
}

function fits(entry: LedgerEntry, wanted: Omit<Parsed<'waitForMessage'>, 'number' | 'timeoutMs'>): boolean {
  const { progress, ...fields } = wanted;
  for (const [field, value] of Object.entries(fields))
    if (value !== undefined && entry[field as keyof LedgerEntry] !== value) return false;
  const reached = progressOf(entry);
  if (progress === 'refused' || reached === 'refused') return progress === reached;
  return REACHED.indexOf(reached) >= REACHED.indexOf(progress);
}

/** Checks again after every change; rejects with `what` when the time is over. */
function until<T>(
  world: SandboxWhatsApp,
  find: () => T | undefined,
  timeoutMs: number,
  what: string,
): Promise<T> {
  const hit = find();
  if (hit !== undefined) return Promise.resolve(hit);
  return new Promise((resolve, reject) => {
    const onChange = () => {
      const found = find();
      if (found === undefined) return;
      clearTimeout(timer);
      world.off('change', onChange);
      resolve(found);
    };
    const timer = setTimeout(() => {
      world.off('change', onChange);
      reject(new Error(`${what} within ${timeoutMs} ms`));
    }, timeoutMs);
    world.on('change', onChange);
  });
}
