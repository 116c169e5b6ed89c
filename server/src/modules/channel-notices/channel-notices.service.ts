import { AppError } from '@balcao/shared/errors.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { NoticedConnection } from '../../platform/notice-address.ts';
import * as repo from './channel-notices.repo.ts';

/** Notices of one connection that wait to be read: a night's, of a busy one. */
const MAX_WAITING = 10_000;
/** So long whoever brings more may wait. */
const LATER_S = 60;

/** ERR_TOO_MANY_REQUESTS while too many of a connection wait to be read. */
export async function assertRoom(tx: Tx, connection: NoticedConnection): Promise<void> {
  if (await repo.isFull(tx, connection, MAX_WAITING))
    throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: LATER_S });
}

/** Keeps what was told of a connection for whoever runs it. One that waits already changes nothing. */
export const { keep } = repo;
