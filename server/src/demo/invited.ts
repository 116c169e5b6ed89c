import { randomBytes } from 'node:crypto';
import { INVITATION_DAYS } from '@balcao/shared/features/users/limits.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertInto } from '../platform/db/rows.ts';
import type { Shop } from './enacted.ts';

const DAY_MS = 86_400_000;
/** A hash that nothing is known to have. */
const NO_PASSWORD = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Somebody who begins next week, was invited yesterday, and has not come yet. */
export async function inviteCarla(
  tx: Tx,
  { companyId, queues, now }: Pick<Shop, 'companyId' | 'queues' | 'now'>,
): Promise<void> {
  const carla = {
    name: 'Carla',
    email: 'carla@demo.balcao.test',
    profile: 'user',
    passwordHash: NO_PASSWORD,
  };
  const userId = await insertInto(tx, 'users', { companyId, ...carla });
  await tx`insert into user_queues ${tx({ companyId, userId, queueId: queues.sales })}`;
  const invitedAt = new Date(now.getTime() - DAY_MS);
  const expiresAt = new Date(invitedAt.getTime() + INVITATION_DAYS * DAY_MS);
  await tx`insert into invitations ${tx({ companyId, userId, invitedAt, hash: randomBytes(32), expiresAt })}`;
}
