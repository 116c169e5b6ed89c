import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { joinQueue } from '../../../server/src/sync/testing/data.ts';
import type { Desk } from './desk.ts';
import { customer, type ModelCompany, type ModelWorld } from './model-world.ts';

const who = fc.nat({ max: 5 });
const n = fc.nat({ max: 7 });
const desk = fc.nat({ max: 3 });
const queue = fc.nat({ max: 2 });
/** Mostly the company with three consoles. */
const company = fc.constantFrom(0, 0, 0, 1);

const step = <const D extends string, R extends object>(
  weight: number,
  name: D,
  more: { [K in keyof R]: fc.Arbitrary<R[K]> },
) => ({
  weight,
  arbitrary: fc.record({ do: fc.constant(name), ...more }) as fc.Arbitrary<{ do: D } & R>,
});

const ALWAYS = [
  step(5, 'edit', { company, n, deleted: fc.boolean() }),
  step(4, 'tick', { company }),
  step(5, 'show', { desk, n, brief: fc.boolean() }),
  step(14, 'write', { company, who, image: fc.constantFrom(false, false, false, true) }),
  step(6, 'assign', {
    company,
    n,
    agent: fc.nat({ max: 2 }),
    status: fc.constantFrom('pending', 'open', 'closed'),
  }),
  step(18, 'command', {
    desk,
    n,
    name: fc.constantFrom(
      'ticket.accept',
      'ticket.close',
      'ticket.reopen',
      'ticket.markRead',
      'ticket.return',
      'send',
      'send',
      'send',
      'note',
    ),
  }),
  step(4, 'handOver', { desk, n, agent: fc.nat({ max: 3 }), queue }),
  step(3, 'tag', { desk, n, tags: fc.subarray([0, 1]) }),
  step(5, 'amend', { desk, n, name: fc.constantFrom('edit', 'delete', 'react', 'note') }),
  step(8, 'pause', { ms: fc.integer({ min: 1, max: 60 }) }),
];
const SOMETIMES = [
  step(2, 'files', { company }),
  step(8, 'transfer', { company, n, queue }),
  step(1, 'deleteTicket', { company, n }),
  step(3, 'rename', { company, n }),
  step(1, 'merge', { company, who, other: who }),
  step(1, 'setting', { company }),
  step(1, 'connection', { company, n, status: fc.constantFrom('connected', 'DISCONNECTED') }),
  step(3, 'cut', { desk }),
  step(4, 'offline', { desk }),
  step(7, 'online', { desk }),
  step(4, 'program', { desk, wait: fc.boolean() }),
  step(3, 'settle', { desk }),
  step(2, 'member', { desk, queue: fc.nat({ max: 1 }), yes: fc.boolean() }),
  step(1, 'profile', { desk, profile: fc.constantFrom('user', 'supervisor', 'admin') }),
  step(1, 'allTicket', { desk, yes: fc.boolean() }),
  step(1, 'prune', { company, keep: fc.nat({ max: 10 }) }),
  step(1, 'restored', { company }),
  step(1, 'muted', { company }),
  step(1, 'forgotten', { desk }),
  step(1, 'server', {}),
  step(3, 'database', { kept: fc.boolean() }),
];
type StepOf<A> = A extends { arbitrary: fc.Arbitrary<infer S> } ? S : never;
export type Step = StepOf<(typeof ALWAYS)[number] | (typeof SOMETIMES)[number]>;

/**
 * Each script draws from a choice of the steps: what makes consoles start over hides what the log alone has to get
 * right. Steps of one group begin together.
 */
export const script = fc.subarray(SOMETIMES, { minLength: 5 }).chain((choice) =>
  fc.record({
    seed: fc.integer(),
    faulty: fc.boolean(),
    groups: fc.array(fc.array(fc.oneof(...ALWAYS, ...choice), { minLength: 1, maxLength: 3 }), {
      minLength: 12,
      maxLength: 30,
      size: 'max',
    }),
  }),
);
export type Script = { seed: number; faulty: boolean; groups: Step[][] };

const SETTLE_MS = 300;

const IMAGE = {
  kind: 'image',
  text: '',
  mime: 'image/png',
  fileName: '',
  size: 3,
  sha256: null,
  width: 1,
  height: 1,
  seconds: null,
  voice: false,
  waveform: null,
  source: new Uint8Array(8),
} as const;

export async function perform(world: ModelWorld, action: Step): Promise<void> {
  if ('company' in action) return change(world.companies[action.company] as ModelCompany, action);
  switch (action.do) {
    case 'pause':
      return pause(action.ms);
    case 'server':
      return world.server.restart();
    case 'database':
      return world.databaseLine.breakNext(action.kept);
    default:
      return move(world, world.desks[action.desk] as Desk, action);
  }
}

/** Something happens to a company's rows. */
async function change(at: ModelCompany, action: Extract<Step, { company: number }>): Promise<void> {
  const { mark, sql } = at;
  const { companyId } = at.fixture;
  switch (action.do) {
    case 'write':
      return at.write(action.who, action.image ? IMAGE : `${mark} ${action.who}`);
    case 'merge': {
      const identities = [customer(action.who).identities[0], customer(action.other).identities[0]] as const;
      if (action.who === action.other) return;
      return at.channels[0]?.handle({
        kind: 'contact.identity_linked',
        chat: { kind: 'direct', identities },
      });
    }
    case 'edit':
      return sql(
        (
          tx,
        ) => tx`update messages set body = ${`${mark} editada`}, is_edited = true, is_deleted = ${action.deleted}
          where id = (select id from messages where company_id = ${companyId} order by id desc offset ${action.n} limit 1)`,
      );
    case 'tick':
      return sql((tx) => tx`update messages set state = 'sent', ack = least(ack + 1, 4) where from_me`);
    case 'files':
      return sql((tx) => tx`update media set state = 'stored', path = 'x', size = 3 where state = 'pending'`);
    case 'transfer':
      return sql(
        (tx) => tx`update tickets set queue_id = ${at.queues[action.queue] ?? null} where id = ${nth(tx)}`,
      );
    case 'assign': {
      const agent = at.desks[action.agent % at.desks.length]?.console.seat.userId ?? null;
      const userId = action.status === 'pending' ? null : agent;
      return sql(
        (tx) => tx`update tickets set status = ${action.status}, user_id = ${userId} where id = ${nth(tx)}`,
      );
    }
    case 'deleteTicket':
      return sql((tx) => tx`delete from tickets where id = ${nth(tx)}`);
    case 'rename':
      return sql(
        (tx) => tx`update contacts set name = ${`${mark} ${Math.random()}`}
          where id = (select contact_id from tickets where id = ${nth(tx)})`,
      );
    case 'setting':
      return sql(
        (tx) => tx`insert into settings (company_id, key, value) values (${companyId}, ${mark}, ${mark})
          on conflict (company_id, key) do update set value = excluded.value || 'x'`,
      );
    case 'connection':
      return sql(
        (tx) => tx`update connections set status = ${action.status}, updated_at = now()
          where id = ${at.channels[action.n % 3]?.session.connectionId ?? 0}`,
      );
    case 'prune':
      return sql(
        (tx) => tx`with pruned as (
            delete from change_log where seq <= (select max(seq) from change_log) - ${action.keep} returning seq)
          update sync_state set floor = greatest(floor, (select max(seq) from pruned))`,
      );
    case 'restored':
      return sql((tx) => tx`update sync_state set epoch = gen_random_uuid()`);
    case 'muted':
      return sql(async (tx) => {
        await tx`select set_config('app.feed_muted', 'on', true)`;
        await tx`update tickets set last_message = ${`${mark} aviso`}, unread_messages = unread_messages + 1`;
        await tx`delete from messages where id = (select id from messages where not from_me order by id limit 1)`;
      });
  }
  function nth(tx: Parameters<Parameters<ModelCompany['sql']>[0]>[0]) {
    const { n: offset } = action as { n: number };
    return tx`(select id from tickets where company_id = ${companyId} order by id
      offset ${offset} % greatest(1, (select count(*) from tickets)) limit 1)`;
  }
}

/** Something happens at a console, or to its agent. */
async function move(world: ModelWorld, at: Desk, action: Extract<Step, { desk: number }>): Promise<void> {
  const home = world.companies.find(({ desks }) => desks.includes(at)) as ModelCompany;
  const { userId } = at.console.seat;
  switch (action.do) {
    case 'command': {
      const ticketId = at.running() ? nthTicket(at, action.n) : undefined;
      if (ticketId === undefined) return;
      if (action.name === 'send') at.send(ticketId);
      else if (action.name === 'note') at.send(ticketId, 'note');
      else at.console.sync.enqueue(action.name, { ticketId });
      return;
    }
    case 'handOver': {
      const ticketId = at.running() ? nthTicket(at, action.n) : undefined;
      if (ticketId === undefined) return;
      const colleague = home.desks[action.agent]?.console.seat.userId ?? null;
      const queueId = home.queues[action.queue] ?? null;
      return void at.console.sync.enqueue('ticket.transfer', { ticketId, userId: colleague, queueId });
    }
    case 'tag': {
      const ticketId = at.running() ? nthTicket(at, action.n) : undefined;
      if (ticketId === undefined) return;
      const tagIds = action.tags.flatMap((index) => home.tags[index] ?? []);
      return void at.console.sync.enqueue('ticket.setTags', { ticketId, tagIds });
    }
    case 'amend':
      return at.running() ? amend(at, action) : undefined;
    case 'show': {
      const ticketId = at.running() ? nthTicket(at, action.n) : undefined;
      if (ticketId === undefined) return;
      at.show(ticketId);
      if (action.brief) at.show(null);
      return;
    }
    case 'cut':
      return at.network.cut();
    case 'offline':
      at.network.up = false;
      return at.network.cut();
    case 'online':
      at.network.up = true;
      if (at.running()) at.console.sync.retryNow();
      return;
    case 'program':
      at.shut();
      if (action.wait) await pause(20);
      return at.open();
    case 'settle':
      if (!at.running() || !at.network.up) return;
      // A step beside this one may take the line away.
      await Promise.race([at.console.settle().catch(() => {}), pause(SETTLE_MS)]);
      return;
    case 'member':
      return joinQueue(world.server.db, home.fixture, userId, home.queues[action.queue] ?? 0, action.yes);
    case 'profile':
      return home.sql((tx) => tx`update users set profile = ${action.profile} where id = ${userId}`);
    case 'allTicket':
      return home.sql((tx) => tx`update users set all_ticket = ${action.yes} where id = ${userId}`);
    case 'forgotten':
      // Returns after months away: the server does not know this console any more.
      if (!at.running() || at.network.up) return;
      await home.sql((tx) => tx`delete from sync_clients where id = ${at.console.store.outbox.clientId()}`);
  }
}

/** Changes the content of a conversation, or a field of its customer. */
function amend(at: Desk, { n: index, name }: Extract<Step, { do: 'amend' }>): void {
  const ticketId = nthTicket(at, index);
  if (ticketId === undefined) return;
  const { console } = at;
  const { messages } = console.store.messages.page({ ticketId, before: null, limit: 3 });
  const message = messages[index % Math.max(1, messages.length)];
  if (!message) return;
  const on = { id: message.id, ticketId: message.ticketId };
  if (name === 'edit') console.sync.enqueue('message.edit', { ...on, body: `corrigida ${index}` });
  else if (name === 'delete') console.sync.enqueue('message.delete', on);
  else if (name === 'react') console.sync.enqueue('message.react', { ...on, emoji: index % 2 ? '👍' : '' });
  else
    console.sync.enqueue('contact.update', {
      contactId: message.contactId,
      change: { name: `Cliente ${index}` },
    });
}

function nthTicket({ console }: Desk, index: number): number | undefined {
  const list = (['pending', 'open', 'closed'] as const).flatMap(
    (status) => console.store.tickets.list({ status, search: '', before: null, limit: 50 }).tickets,
  );
  return list[index % Math.max(1, list.length)]?.id;
}
