import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { Erasure } from '@balcao/shared/features/data-subjects/erasures.ts';
import { DATA_KINDS, type DataKind } from '@balcao/shared/features/data-subjects/kinds.ts';
import type { StoredErasure } from './erasures.repo.ts';

/** A certificate of before a kind was counted has none of it. */
const NONE = Object.fromEntries(DATA_KINDS.map((kind) => [kind, 0])) as Record<DataKind, number>;

export const presentErasure = (
  { askedById, askedAt, dueAt, endedAt, counts, ...row }: StoredErasure,
  { userId }: Pick<Actor, 'userId'>,
): Erasure => ({
  ...row,
  counts: counts && { ...NONE, ...counts },
  askedAt: askedAt.toISOString(),
  isOwn: askedById !== null && askedById === userId,
  dueAt: dueAt?.toISOString() ?? null,
  endedAt: endedAt?.toISOString() ?? null,
});
