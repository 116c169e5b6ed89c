import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Erasure } from '@balcao/shared/features/data-subjects/erasures.ts';
import type { StoredErasure } from './erasures.repo.ts';

export const presentErasure = (
  { askedById, askedAt, dueAt, endedAt, ...row }: StoredErasure,
  { userId }: Pick<Actor, 'userId'>,
): Erasure => ({
  ...row,
  askedAt: askedAt.toISOString(),
  isOwn: askedById !== null && askedById === userId,
  dueAt: dueAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
});
