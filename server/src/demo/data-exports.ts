import type { Actor } from '@balcao/shared/contract/roles.ts';
import { ask } from '../modules/data-exports/data-exports.service.ts';
import type { Tx } from '../platform/db/client.ts';
import { CAST } from './cast.ts';
import type { Shop } from './enacted.ts';

/** João had said SAIR, came back by a word, and has asked for what the shop has about him: it is made as the shop opens. */
export async function askForData(
  tx: Tx,
  actor: Actor,
  { companyId, now }: Shop,
  contactIds: ReadonlyMap<string, number>,
): Promise<void> {
  const contactId = contactIds.get(CAST.joao.number);
  if (contactId === undefined) return;
  const returnedAt = new Date(now.getTime() - 9 * 86_400_000);
  await tx`update contacts set returned_at = ${returnedAt} where company_id = ${companyId} and id = ${contactId}`;
  await ask(tx, actor, { contactId }, undefined, now);
}
