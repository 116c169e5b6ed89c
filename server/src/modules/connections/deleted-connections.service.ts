import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { undoChange } from '../messages/undo-change.service.ts';
import * as repo from './deleted-connections.repo.ts';

const CODE: ErrorCode = 'ERR_NO_WAPP_FOUND';

/** What was to go through a connection that is no more, or to come, never will, and says so. */
export async function failPendingWork(tx: Tx, companyId: number, id: number): Promise<void> {
  // Changes first: they lock the tickets, like everybody who changes a conversation.
  for (const changeId of await repo.queuedChanges(tx, companyId, id))
    await undoChange(tx, companyId, changeId, CODE);
  await repo.failMessages(tx, companyId, id, CODE);
  await repo.giveUpFiles(tx, companyId, id);
}

/** What was under way while its connection was deleted, or came until the phone let go of it. */
export const deletedConnections = ({ db }: { db: Database }): Job<repo.DeletedConnection> => ({
  name: 'deleted connections',
  schedule: '0 * * * * *',
  maxDelayMs: 5_000,
  processes: 'one',
  due: (_now, limit) => db.asSystem((tx) => repo.deleted(tx, limit)),
  take: ({ companyId, id }) => db.withCompany(companyId, (tx) => failPendingWork(tx, companyId, id)),
});
