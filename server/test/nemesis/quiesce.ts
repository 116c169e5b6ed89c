import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '../database.ts';
import type { World } from '../world.ts';
import type { Console } from './console.ts';
import { type Ledgers, readLedgers } from './ledgers.ts';
import { behind, diverged } from './verdict.ts';

const LOOK_MS = 300;

/**
 * Resolves when nothing is under way any more; with what still is when nothing has come of it for that long. A busy
 * machine takes its time over a backlog, message by message.
 */
export async function quiesce(world: World, consoles: () => Console[], timeoutMs: number): Promise<string[]> {
  let before = '';
  for (let end = 0; ; await sleep(LOOK_MS)) {
    const ledgers = await readLedgers(world);
    const busy = [
      ...(await ofAll(world, unconnected)),
      ...(await ofAll(world, overdue)),
      ...(await ofAll(world, asked)),
      ...consoles().flatMap(unsettled),
      ...ledgers.flatMap(underWay),
    ];
    const now = busy.join('\n');
    if (now !== before) end = performance.now() + timeoutMs;
    before = now;
    if (busy.length === 0 || performance.now() > end) return busy;
  }
}

async function ofAll(
  { databases }: World,
  look: (database: TestDatabase) => Promise<string[]>,
): Promise<string[]> {
  return (await Promise.all(databases.map(look))).flat();
}

/** Every company's phone was linked once and never unlinked. */
async function unconnected({ admin }: TestDatabase): Promise<string[]> {
  const rows = await admin`
    select c.company_id, c.status, c.reason, c.desired, c.retries, h.owner, h.epoch
    from connections c left join held_connections h using (company_id)
    where c.status <> 'connected' or h.owner is null`;
  return rows.map((row) => `connection: ${JSON.stringify(row)}`);
}

/** The messages the server must have sent by now. */
async function overdue({ admin }: TestDatabase): Promise<string[]> {
  const rows = await admin`
    select 'scheduled' as state, body from schedules where status = 'PENDENTE' and send_at <= now()
    union all
    select 'campaign ' || r.state, r.body
    from campaign_recipients r join campaigns c on c.company_id = r.company_id and c.id = r.campaign_id
    where r.state in ('queued', 'sending') and c.status = 'EM_ANDAMENTO'`;
  return rows.map(({ state, body }) => `${state}: ${body}`);
}

/** Responders that have not answered, or whose process has died while they were asked. */
async function asked({ admin }: TestDatabase): Promise<string[]> {
  const rows =
    await admin`select lane, state, attempts from outgoing_calls where kind = 'turn' and state <> 'dead'`;
  return rows.map((row) => `asked: ${JSON.stringify(row)}`);
}

function unsettled({ user, status: { phase, queued } }: Console): string[] {
  return phase === 'live' && queued === 0 ? [] : [`${user.email} ${phase}, ${queued} queued`];
}

function underWay(ledgers: Ledgers): string[] {
  const { company, network, stored, journal } = ledgers;
  const known = new Set(stored.map(({ waId }) => waId));
  return [
    ...network.flatMap((entry) => {
      // The library asks the phone itself for what it could not decrypt: nobody has said that.
      if (entry.from === company.phone && entry.to === company.phone) return [];
      const says = JSON.stringify(entry);
      if (entry.waitingAt.length > 0) return `undelivered: ${says}`;
      if (!known.has(entry.id)) return `unknown: ${says}`;
      const isUnread = entry.from === company.phone && !['read', 'refused'].includes(entry.progress);
      return isUnread ? `unread: ${says}` : [];
    }),
    ...stored.flatMap(({ state, body, media }) => {
      if (['queued', 'sending'].includes(state)) return `${state}: ${body}`;
      return media === 'pending' ? `no file yet: ${body}` : [];
    }),
    ...(journal > 0 ? [`${journal} in the journal`] : []),
    ...behind(ledgers),
    ...diverged(ledgers),
  ];
}
