import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { TicketEvent } from '@balcao/shared/features/ticket-timeline/event.ts';
import type { TicketStatus } from '@balcao/shared/features/tickets/row.ts';
import type postgres from 'postgres';
import { afterAll, beforeAll, expect } from 'vitest';
import { startApi, type TestApi } from '../../../../test/api.ts';
import {
  type CompanyFixture,
  createCompany,
  createTicket,
  createUser,
  type TicketFixture,
  type UserFixture,
} from '../../../../test/fixtures.ts';

export let api: TestApi;
export let company: CompanyFixture;
/** A second agent of Ana's queue. */
export let carla: UserFixture;
export let tokens: Record<'admin' | 'ana' | 'bruno' | 'carla', string>;

/** Asks while what it needs is deleted in a transaction that commits only then. */
export async function duringDeletion(
  remove: (tx: postgres.TransactionSql) => Promise<unknown>,
  ask: () => Promise<unknown>,
): Promise<void> {
  const { admin } = api.database;
  const { answer } = await admin.begin(async (tx) => {
    await remove(tx);
    const answer = ask();
    await expect
      .poll(
        () =>
          admin`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1);
    return { answer };
  });
  await answer;
}

export const ticket = (options?: Parameters<typeof createTicket>[2]) =>
  createTicket(api.database.admin, company, options);
export const set = (who: keyof typeof tokens, { id }: TicketFixture, status: TicketStatus) => ({
  params: { ticketId: id },
  body: { status },
  token: tokens[who],
});
export const stored = async ({ id }: TicketFixture) => {
  const [row] = await api.database.admin`
    select status, user_id::int, unread_messages,
      (select count(*)::int from messages m where m.ticket_id = t.id and not m.from_me and not m.read) as unread
    from tickets t where id = ${id}`;
  return row;
};
export const cycles = ({ id }: TicketFixture) => api.database.admin`
  select user_id::int, started_at is not null as started, finished_at is not null as finished
  from ticket_tracking where ticket_id = ${id} order by id`;
export const told = async ({ id }: TicketFixture) => {
  const rows = await api.database.admin<{ body: string }[]>`
    select body from messages where ticket_id = ${id} and media_type = 'event' order by created_at, id`;
  return rows.map(({ body }) => JSON.parse(body) as TicketEvent);
};
export const actor = (user: UserFixture, profile: Actor['profile'] = 'user'): Actor => ({
  companyId: company.companyId,
  userId: user.id,
  profile,
  super: false,
  allTicket: false,
  queueIds: [company.queues.support],
});

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    api = await startApi();
    company = await createCompany(api.database.admin, 'Padaria');
    carla = await createUser(api.database.admin, company.companyId, 'Carla', [company.queues.support]);
    tokens = {
      admin: await api.signIn(company.admin),
      ana: await api.signIn(company.ana),
      bruno: await api.signIn(company.bruno),
      carla: await api.signIn(carla),
    };
  });
  afterAll(() => api.stop());
}
