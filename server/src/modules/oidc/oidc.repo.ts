import type { Profile } from '@balcao/shared/contract/roles.ts';
import type { Tx } from '../../platform/db/client.ts';

export interface Provider {
  enabled: boolean;
  issuer: string;
  clientId: string;
  /** Sealed. */
  clientSecret: Buffer | null;
  provesSecondFactor: boolean;
  domains: string[];
  claim: string;
  admins: string[];
  supervisors: string[];
  users: string[];
}

export async function find(tx: Tx, companyId: number): Promise<Provider | undefined> {
  const [provider] = await tx<Provider[]>`
    select enabled, issuer, client_id, client_secret, proves_second_factor, domains, claim, admins, supervisors, users
    from oidc_providers where company_id = ${companyId}`;
  return provider;
}

export async function store(tx: Tx, companyId: number, provider: Provider): Promise<void> {
  const row = { companyId, ...provider };
  await tx`
    insert into oidc_providers ${tx(row as unknown as Record<string, string>)}
    on conflict (company_id) do update set ${tx(provider as unknown as Record<string, string>)}`;
}

/** Across companies. */
export async function isAnyOpen(tx: Tx): Promise<boolean> {
  const [row] = await tx<
    { open: boolean }[]
  >`select exists (select from oidc_providers where enabled) as open`;
  return row?.open === true;
}

/** Across companies: whoever signs in has said an e-mail and nothing else. */
export async function companyOf(tx: Tx, email: string): Promise<number | undefined> {
  const [row] = await tx<{ companyId: number }[]>`select company_id from users where email = ${email}`;
  return row?.companyId;
}

export interface Attempt {
  issuer: string;
  clientId: string;
  nonce: string;
  verifier: string;
  challenge: string;
  port: number;
  consoleState: string;
}

export async function insertAttempt(
  tx: Tx,
  attempt: Attempt & { companyId: number; hash: Buffer; expiresAt: Date },
): Promise<void> {
  await tx`insert into oidc_attempts ${tx(attempt)}`;
}

/** Uses it up: a provider comes back once. */
export async function takeAttempt(
  tx: Tx,
  companyId: number,
  hash: Buffer,
  now: Date,
): Promise<Attempt | undefined> {
  const [attempt] = await tx<Attempt[]>`
    delete from oidc_attempts where company_id = ${companyId} and hash = ${hash} and expires_at > ${now}
    returning issuer, client_id, nonce, verifier, challenge, port, console_state`;
  return attempt;
}

export interface Person {
  id: number;
  profile: Profile;
  super: boolean;
  /** They have set up a code of their own. */
  secondFactor: boolean;
}

export async function findPerson(tx: Tx, companyId: number, email: string): Promise<Person | undefined> {
  const [person] = await tx<Person[]>`
    select id, profile, super, totp_confirmed_at is not null as second_factor
    from users where company_id = ${companyId} and email = ${email}`;
  return person;
}
