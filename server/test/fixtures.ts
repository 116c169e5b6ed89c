import { hash } from '@node-rs/argon2';
import type postgres from 'postgres';

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

export const PASSWORD = 'correct horse';
/** One hash for all fixtures: hashing is slow on purpose. */
const passwordHash = hash(PASSWORD);

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

  const user = async (label: string, profile: string, queueIds: number[]): Promise<UserFixture> => {
    const email = `${label}@${slug}.test`;
    const id = await insert(admin, 'users', {
      company_id: companyId,
      name: label[0]?.toUpperCase() + label.slice(1),
      email,
      profile,
      password_hash: await passwordHash,
    });
    for (const queueId of queueIds)
      await admin`insert into user_queues (company_id, user_id, queue_id) values (${companyId}, ${id}, ${queueId})`;
    return { id, email, password: PASSWORD };
  };

  return {
    companyId,
    queues,
    connectionId,
    admin: await user('admin', 'admin', []),
    ana: await user('ana', 'user', [queues.support]),
    bruno: await user('bruno', 'user', [queues.sales]),
  };
}

async function insert(admin: postgres.Sql, table: string, row: Record<string, unknown>): Promise<number> {
  const [created] = await admin`insert into ${admin(table)} ${admin(row)} returning id`;
  return Number(created?.id);
}
