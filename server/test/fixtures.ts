import { hash } from '@node-rs/argon2';
import type postgres from 'postgres';
import type { PasswordCost } from '../src/modules/sessions/passwords.ts';

/** A company with an admin, two agents, two queues and a connection: enough for every test that needs neighbours. */
export interface CompanyFixture {
  companyId: number;
  queues: { sales: number; support: number };
  connectionId: number;
  admin: UserFixture;
  /** Member of the queue `support`. */
  ana: UserFixture;
  /** Member of the queue `sales`. */
  bruno: UserFixture;
}

export interface UserFixture {
  id: number;
  email: string;
  password: string;
}

/** The password of every user. */
export const PASSWORD = 'correct horse';
/** Hashing is slow on purpose; a test has nothing to hide. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 8, timeCost: 2, parallelism: 1 };
const passwordHash = hash(PASSWORD, PASSWORD_COST);

export async function createCompany(admin: postgres.Sql, name: string): Promise<CompanyFixture> {
  const slug = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const companyId = await insert(admin, 'companies', { name });
  const queue = (label: string, color: string) =>
    insert(admin, 'queues', { company_id: companyId, name: label, color });
  const queues = { sales: await queue('Vendas', '#0c8599'), support: await queue('Suporte', '#e8590c') };
  const connectionId = await insert(admin, 'connections', {
    company_id: companyId,
    name: `WhatsApp ${name}`,
    is_default: true,
  });
  await admin`insert into connection_queues (company_id, connection_id, queue_id)
    values (${companyId}, ${connectionId}, ${queues.support})`;

  const user = (label: string, profile: string, queueIds: number[]) =>
    createUser(admin, companyId, label, queueIds, { profile, email: `${label.toLowerCase()}@${slug}.test` });

  return {
    companyId,
    queues,
    connectionId,
    admin: await user('Admin', 'admin', []),
    ana: await user('Ana', 'user', [queues.support]),
    bruno: await user('Bruno', 'user', [queues.sales]),
  };
}

/** A separate plan, with every part of the product and room for everything. */
export async function givePlan(
  admin: postgres.Sql,
  companyId: number,
  limits: { campaigns?: number } = {},
): Promise<number> {
  const room = {
    users: 1_000,
    connections: 1_000,
    queues: 1_000,
    schedules: 1_000,
    campaigns: 1_000,
    ...limits,
  };
  const id = await insert(admin, 'plans', { name: `Full ${crypto.randomUUID()}`, ...room });
  await admin`update companies set plan_id = ${id} where id = ${companyId}`;
  return id;
}

/** @param insertion returns the id of the row that it makes */
export async function insertedId(insertion: postgres.PendingQuery<postgres.Row[]>): Promise<number> {
  const [created] = await insertion;
  return Number(created?.id);
}

const insert = (admin: postgres.Sql, table: string, row: Record<string, unknown>): Promise<number> =>
  insertedId(admin`insert into ${admin(table)} ${admin(row)} returning id`);

export async function createUser(
  admin: postgres.Sql,
  companyId: number,
  name: string,
  queueIds: number[],
  options: { profile?: string; email?: string } = {},
): Promise<UserFixture> {
  const email = options.email ?? `${name.toLowerCase()}.${companyId}@company.test`;
  const id = await insert(admin, 'users', {
    company_id: companyId,
    name,
    email,
    profile: options.profile ?? 'user',
    password_hash: await passwordHash,
  });
  for (const queueId of queueIds)
    await admin`insert into user_queues (company_id, user_id, queue_id) values (${companyId}, ${id}, ${queueId})`;
  return { id, email, password: PASSWORD };
}

/** What may answer instead of agents. */
export async function createBots(
  admin: postgres.Sql,
  companyId: number,
): Promise<{ promptId: number; integrationId: number }> {
  const row = { company_id: companyId, name: 'Robô' };
  return {
    promptId: await insert(admin, 'prompts', row),
    integrationId: await insert(admin, 'queue_integrations', { ...row, type: 'webhook' }),
  };
}

export interface TicketFixture {
  id: number;
  uuid: string;
  contactId: number;
}

/** A customer who has written once; waiting unless an agent is named. */
export async function createTicket(
  admin: postgres.Sql,
  company: CompanyFixture,
  options: { queueId?: number | null; userId?: number; status?: string; name?: string; unread?: number } = {},
): Promise<TicketFixture> {
  const { companyId, connectionId } = company;
  const contactId = await insert(admin, 'contacts', {
    company_id: companyId,
    name: options.name ?? 'Maria',
    number: `55119${Math.floor(Math.random() * 1e8)}`,
  });
  const [ticket] = await admin<{ id: string; uuid: string }[]>`
    insert into tickets (company_id, contact_id, connection_id, queue_id, user_id, status, unread_messages)
    values (${companyId}, ${contactId}, ${connectionId},
      ${options.queueId === undefined ? company.queues.support : options.queueId}, ${options.userId ?? null},
      ${options.status ?? (options.userId ? 'open' : 'pending')}, ${options.unread ?? 1})
    returning id, uuid`;
  const id = Number(ticket?.id);
  await admin`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, created_at)
    values (${companyId}, gen_random_uuid(), ${id}, ${contactId}, ${connectionId}, false, 'Olá', 'received',
      date_trunc('milliseconds', now()) - interval '1 millisecond')`;
  await admin`
    insert into ticket_tracking (company_id, ticket_id, connection_id, queue_id, queued_at, finished_at)
    select ${companyId}, ${id}, ${connectionId}, queue_id, now(), ${options.status === 'closed' ? new Date() : null}::timestamptz
    from tickets where id = ${id}`;
  return { id, uuid: ticket?.uuid ?? '', contactId };
}
