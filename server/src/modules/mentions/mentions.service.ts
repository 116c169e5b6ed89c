import type { Person } from '@balcao/shared/contract/roles.ts';
import { sightOf } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import * as repo from './mentions.repo.ts';

/**
 * Tells colleagues that a note, which has just been written, names them. Left out are the author and who may not see
 * its ticket: a mention shows a ticket to nobody. Ids of others are ids of nobody.
 */
export async function mentionIn(
  tx: Tx,
  { companyId, userId }: { companyId: number; userId: number | null },
  note: { id: string; ticketScopes: readonly string[] },
  ids: readonly number[],
): Promise<void> {
  const others = ids.filter((id) => id !== userId);
  if (others.length === 0) return;
  const people = await repo.people(tx, companyId, others);
  const mentioned = people
    .filter(({ viewer }) => sightOf(viewer)(note.ticketScopes))
    .map(({ name, viewer }) => ({ userId: viewer.userId, name }));
  if (mentioned.length > 0) await repo.add(tx, companyId, note.id, mentioned);
}

/** Those of the actor; others are passed over. */
export async function readMentions(tx: Tx, actor: Person, ids: readonly string[], at: Date): Promise<void> {
  await repo.markRead(tx, actor.companyId, actor.userId, ids, at);
}
