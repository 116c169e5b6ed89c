/** Faults that WhatsApp and bad networks cause an account. */
import type { Account, Restriction } from '../model.ts';

/** Breaks the companions' connections without a close frame. */
export function cutCompanions(account: Account): void {
  for (const device of account.linked.values()) device.connection?.cut();
}

/** The `<failure>` of the login while a ban lasts. */
const REFUSALS: Partial<Record<Restriction, Account['refuseLogin']>> = {
  temporary: { reason: 402, attrs: { code: '101', expire: '3600' } },
  banned: { reason: 403 },
};

/** WhatsApp restricts an account, or lifts that. */
export function restrict(account: Account, how: Restriction): void {
  account.restriction = how;
  account.refuseLogin = REFUSALS[how];
  if (account.refuseLogin) cutCompanions(account);
  account.world.changed();
}
