import type { Tx } from '../../../platform/db/client.ts';
import * as campaigns from '../../campaigns/campaigns.service.ts';
import * as heldMessages from '../../held-messages/held-messages.service.ts';
import * as schedules from '../../schedules/schedules.service.ts';
import { type Check, found } from './check.ts';

/** What was waiting when a backup was restored: people of their companies decide. */
export const held: Check = async ({ tx }) => {
  const waits = [...(await messagesOf(tx)), ...(await schedulesOf(tx)), ...(await campaignsOf(tx))];
  return waits.length > 0 ? waits : [found('heldNone')];
};

async function messagesOf(tx: Tx) {
  const { count, oldestAt, connections, most } = await heldMessages.findAll(tx);
  if (oldestAt === null) return [];
  const names = connections.map((one) => `${one.companyName} – ${one.connectionName} (${one.count})`);
  return [found('heldWait', { count, since: oldestAt.toISOString(), name: listed(names, most) })];
}

async function schedulesOf(tx: Tx) {
  const some = await schedules.findHeld(tx);
  if (!some) return [];
  const names = some.companies.map(({ name, count }) => `${name} (${count})`);
  const facts = { count: some.count, since: some.oldestAt.toISOString(), name: listed(names, some.most) };
  return [found('schedulesHeld', facts)];
}

async function campaignsOf(tx: Tx) {
  const { count, names } = await campaigns.findHeld(tx);
  return count > 0 ? [found('campaignsHeld', { count, name: listed(names, count) })] : [];
}

const listed = (names: readonly string[], most: number) =>
  [...names, ...(most > names.length ? ['…'] : [])].join(', ');
