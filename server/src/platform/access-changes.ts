import type { Bus } from './bus.ts';
import { afterCommit } from './db/after-commit.ts';
import type { Tx } from './db/client.ts';

/** Somebody's session ended or their rights changed: of one person, or of everybody in the company. */
export interface AccessChange {
  companyId: number;
  userId?: number;
}

const TOPIC = 'access.changed';

/**
 * In the transaction of anything that may change what somebody may do. After its commit every process asks the database
 * again, for requests and for open sockets. A hint like all of the bus: who misses it finds out within a second.
 */
export function announceAccess(tx: Tx, bus: Bus, { companyId, userId }: AccessChange): void {
  afterCommit(tx, () => bus.send(TOPIC, { companyId, userId }));
}

export function onAccessChanged(bus: Bus, listener: (change: AccessChange) => void): () => void {
  return bus.on(TOPIC, (data) => listener(data as AccessChange));
}

export const concernsPerson = (
  change: AccessChange,
  person: { companyId: number; userId: number },
): boolean => change.companyId === person.companyId && (change.userId ?? person.userId) === person.userId;
