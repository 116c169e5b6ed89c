import { findAll } from '../../held-messages/held-messages.service.ts';
import { type Check, found } from './check.ts';

/** Messages that were waiting when a backup was restored: people of their companies decide. */
export const held: Check = async ({ tx }) => {
  const { count, oldestAt, connections, most } = await findAll(tx);
  if (oldestAt === null) return [found('heldNone')];
  const names = connections.map((one) => `${one.companyName} – ${one.connectionName} (${one.count})`);
  const name = [...names, ...(most > names.length ? ['…'] : [])].join(', ');
  return [found('heldWait', { count, since: oldestAt.toISOString(), name })];
};
