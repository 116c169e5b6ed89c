import type { Profile } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Provider } from './oidc.repo.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** Whom the provider has proven, as the company judges it. ERR_OIDC_EMAIL, ERR_OIDC_NOT_NAMED. */
export function judge(provider: Provider, claims: Claims): { email: string; profile: Profile } {
  return { email: emailOf(provider, claims), profile: profileOf(provider, claims) };
}

/**
 * Where accounts choose their e-mail themselves, one that nobody has confirmed would open the account of another person:
 * the provider must say so. Microsoft Entra does it by a claim of its own.
 */
const isVerified = ({ email_verified: said, xms_edov: saidByEntra }: Claims): boolean =>
  YES.has(said ?? saidByEntra);
const YES: ReadonlySet<unknown> = new Set([true, 'true', 1, '1']);

function emailOf({ domains }: Provider, claims: Claims): string {
  const { email } = claims;
  if (typeof email !== 'string' || !isVerified(claims)) throw new AppError('ERR_OIDC_EMAIL');
  const known = email.trim().toLowerCase();
  const domain = known.slice(known.lastIndexOf('@') + 1);
  if (domains.length > 0 && !domains.includes(domain)) throw new AppError('ERR_OIDC_EMAIL');
  return known;
}

/** The one with most rights of those that it names. */
function profileOf({ claim, admins, supervisors, users }: Provider, claims: Claims): Profile {
  const said = claims[claim];
  const values = (Array.isArray(said) ? said : [said]).filter((value) => typeof value === 'string');
  const named = ([admins, supervisors, users] as const).findIndex((names) =>
    values.some((value) => names.includes(value)),
  );
  const profile = (['admin', 'supervisor', 'user'] as const)[named];
  if (!profile) throw new AppError('ERR_OIDC_NOT_NAMED');
  return profile;
}
