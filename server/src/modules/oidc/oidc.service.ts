import type { RouteInput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { OidcSettings, updateOidc } from '@balcao/shared/features/auth/oidc.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import * as repo from './oidc.repo.ts';

/** The company's own provider, as its admins see it. */

type Fields = RouteInput<typeof updateOidc>['body'];

const placeOf = (companyId: number) => `oidc_providers.client_secret/${companyId}`;

export async function show(tx: Tx, companyId: number): Promise<OidcSettings | null> {
  const provider = await repo.find(tx, companyId);
  return provider ? present(provider) : null;
}

export async function save(
  tx: Tx,
  actor: Actor,
  { clientSecret, ...fields }: Fields,
  secrets: Secrets,
): Promise<OidcSettings> {
  const { companyId } = actor;
  const before = await repo.find(tx, companyId);
  const sealed = clientSecret ? secrets.seal(Buffer.from(clientSecret), placeOf(companyId)) : null;
  const isKept = clientSecret === undefined && before?.issuer === fields.issuer;
  const after = { ...fields, clientSecret: isKept ? before.clientSecret : sealed };
  await repo.store(tx, companyId, after);
  const of = (provider: repo.Provider) => ({ id: companyId, ...provider });
  await recordChange(tx, actor, AUDITED, before ? of(before) : null, of(after));
  return present(after);
}

/** What it asks us for; null: nothing. */
export const secretOf = (
  companyId: number,
  { clientSecret }: repo.Provider,
  secrets: Secrets,
): string | null => clientSecret && secrets.open(clientSecret, placeOf(companyId)).toString();

const present = ({ clientSecret, ...provider }: repo.Provider): OidcSettings => ({
  ...provider,
  hasSecret: clientSecret !== null,
});

const AUDITED: Audited<repo.Provider & { id: number }> = {
  entity: 'oidcProvider',
  name: ({ issuer }) => issuer,
  fields: ({ id: _, clientSecret, ...fields }) => ({
    ...fields,
    clientSecret: clientSecret?.toString('base64') ?? null,
  }),
};
