import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@balcao/shared/errors.ts';
import type { CompanyView } from '@balcao/shared/features/companies/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { OPERATOR } from '../subscription/subscription.ts';
import { found } from './companies.service.ts';

/** A person who reads the server's log owns the installation. The same on all processes, without being stored. */
export const setUpToken = (secrets: Secrets) =>
  Buffer.from(secrets.derive('set-up')).toString('base64url').slice(0, 24);

/** Whether this installation has not been set up yet. */
export async function needsSetUp(tx: Tx): Promise<boolean> {
  const [row] = await tx`select from companies limit 1`;
  return !row;
}

/**
 * For the founder of the first company: false when there is one. No one else founds it until the transaction ends, and
 * the next company is the operator's, although an attempt that failed has used up a number.
 */
export async function claimInstallation(tx: Tx): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(4216, 1)`;
  if (!(await needsSetUp(tx))) return false;
  await tx`select setval(pg_get_serial_sequence('companies', 'id'), ${OPERATOR}, false)`;
  return true;
}

interface SetUp {
  token: string;
  companyName: string;
  name: string;
  email: string;
  passwordHash: string;
  language?: CompanyView['language'] | undefined;
}

/** The operator's company and its super user. ERR_SETUP_TOKEN_INVALID, also once there is a company. */
export async function setUp(tx: Tx, input: SetUp, secrets: Secrets) {
  if (!sameText(input.token, setUpToken(secrets)) || !(await claimInstallation(tx)))
    throw new AppError('ERR_SETUP_TOKEN_INVALID');
  const { companyName, name, email, passwordHash, language } = input;
  await found(tx, { name: companyName, email, language }, { name, email, passwordHash, super: true });
  return { email };
}

/** Takes the same time wherever they differ. */
const sameText = (a: string, b: string) => timingSafeEqual(digest(a), digest(b));
const digest = (text: string) => createHash('sha256').update(text).digest();
