import type { Actor } from '@balcao/shared/contract/roles.ts';
import { save } from '../modules/oidc/oidc.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Outside } from './responders.ts';

/** The team comes in by accounts of the shop's own, too, which the stand-in keeps: its secret opens nothing else. */
export async function openCompanyAccounts(
  tx: Tx,
  actor: Actor,
  { secrets, standIn }: Outside,
): Promise<void> {
  const provider = {
    enabled: true,
    issuer: `${standIn}/accounts`,
    clientId: 'balcao',
    clientSecret: 'a secret that the company has typed',
    provesSecondFactor: false,
    domains: ['demo.balcao.test'],
    claim: 'groups',
    admins: ['diretoria'],
    supervisors: ['coordenacao'],
    users: ['atendimento'],
  };
  await save(tx, actor, provider, secrets);
}
