import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@balcao/shared/errors.ts';
import type { Account } from '@balcao/shared/features/accounts/bridge.ts';
import { type AccountPlace, accountDir, profilesDir, readCards } from './cards.ts';
import { isLocked } from './instance-lock.ts';

/** A folder under removal: it is no account any more, whatever interrupts this. */
const REMOVED = '.removed';
/** A program that was asked to quit has sent what it can by then. */
const CLOSING_MS = 15_000;
const LOOK_EVERY_MS = 50;
/** Windows may still lock a file that a program has just closed. */
const PATIENT = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 } as const;

/** Every account with its current state. */
export function listAccounts(place: AccountPlace): Account[] {
  return readCards(place).map(({ unread, ...card }) => {
    const own = card.profile === place.own;
    const open = own || isLocked(accountDir(place, card.profile));
    return { ...card, own, open, unread: open && card.person !== null ? unread : null };
  });
}

/** @throws AppError ERR_NO_ACCOUNT_FOUND */
export function knownAccount(place: AccountPlace, profile: string): void {
  if (!readCards(place).some((card) => card.profile === profile)) throw new AppError('ERR_NO_ACCOUNT_FOUND');
}

/**
 * Removes all data of another account from this computer.
 *
 * @param close asks its program to quit
 * @throws AppError ERR_NO_ACCOUNT_FOUND, ERR_ACCOUNT_OPEN
 */
export async function removeAccount(
  place: AccountPlace,
  profile: string,
  close: (profile: string) => void,
): Promise<void> {
  knownAccount(place, profile);
  if (profile === place.own) throw new AppError('ERR_NO_ACCOUNT_FOUND');
  const dir = accountDir(place, profile);
  if (isLocked(dir)) close(profile);
  for (let waited = 0; isLocked(dir); waited += LOOK_EVERY_MS) {
    if (waited >= CLOSING_MS) throw new AppError('ERR_ACCOUNT_OPEN');
    await sleep(LOOK_EVERY_MS);
  }
  if (profile === '') await emptyFirst(place);
  else await dropFolder(dir);
}

/** Finishes removals that were interrupted. */
export async function sweepRemoved(place: AccountPlace): Promise<void> {
  const dir = profilesDir(place);
  for (const name of await readdir(dir).catch(() => []))
    if (name.endsWith(REMOVED)) await rm(join(dir, name), PATIENT);
}

async function dropFolder(dir: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await rename(dir, dir + REMOVED);
      break;
    } catch (error) {
      if (attempt >= PATIENT.maxRetries) throw new AppError('ERR_ACCOUNT_OPEN', {}, { cause: error });
      await sleep(PATIENT.retryDelay);
    }
  }
  await rm(dir + REMOVED, PATIENT);
}

/** The other accounts live in its folder. Its card is deleted last: until then the removal can be repeated. */
async function emptyFirst({ root }: AccountPlace): Promise<void> {
  const names = (await readdir(root)).filter((name) => name !== 'profiles');
  for (const name of names.toSorted((a, b) => Number(a === 'account.json') - Number(b === 'account.json')))
    await rm(join(root, name), PATIENT);
}
