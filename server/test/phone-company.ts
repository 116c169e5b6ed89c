import type postgres from 'postgres';
import type { SandboxCommands } from '../sandbox/script/api.ts';
import { eventually } from './eventually.ts';
import { type CompanyFixture, createCompany, createUser, type UserFixture } from './fixtures.ts';

/** A company in a world: with a phone, with customers who have one, and with more users on request. */
export interface PhoneCompany extends CompanyFixture {
  /** Number of the company's phone. */
  phone: string;
  /** Numbers of its customers' phones. */
  readonly customers: readonly string[];
  /** Members of the queue that customers come to. */
  agents: UserFixture[];
  /** Adds a customer who has not written yet. @returns their number */
  addCustomer(): Promise<string>;
  /** Requests the connection and scans its QR code; resolves when it is connected. Sessions must be running somewhere. */
  link(): Promise<void>;
  /** Writes a user's request on the connection, as the API does. */
  request(change: ConnectionRequest): Promise<void>;
  connection(): Promise<ConnectionRow>;
  /** The connection's row, once it fits. */
  connectionWith(match: (row: ConnectionRow) => boolean, timeoutMs?: number): Promise<ConnectionRow>;
}

interface ConnectionRequest {
  desired?: 'running' | 'stopped';
  logout_requested?: boolean;
  generation?: number;
  nudges?: number;
}

interface ConnectionRow {
  id: number;
  status: string;
  reason: string | null;
  qrcode: string | null;
  retries: number;
  until: Date | null;
  number: string | null;
  desired: string;
}

export interface PhoneCompanyOptions {
  customers?: number;
  agents?: number;
}

let numbers = 5_511_970_000_000;
export const newNumber = () => String(++numbers);

export async function createPhoneCompany(
  sandbox: SandboxCommands,
  admin: postgres.Sql,
  { customers: customerCount = 0, agents: agentCount = 0 }: PhoneCompanyOptions = {},
): Promise<PhoneCompany> {
  const phone = newNumber();
  const company = await createCompany(admin, `Loja ${phone}`);
  const { companyId, connectionId, queues } = company;
  await sandbox.createPhone({ number: phone, name: 'Loja', company: true });
  const customers: string[] = [];
  const agents: UserFixture[] = [];
  for (let index = 1; index <= agentCount; index += 1)
    agents.push(await createUser(admin, companyId, `Agente${index}`, [queues.support]));

  async function connection(): Promise<ConnectionRow> {
    const [row] = await admin<ConnectionRow[]>`
      select id::int, status, reason, qrcode, retries, until, number, desired from connections
      where company_id = ${companyId} and id = ${connectionId}`;
    if (!row) throw new Error('no connection');
    return row;
  }

  const self: PhoneCompany = {
    ...company,
    phone,
    customers,
    agents,
    async addCustomer() {
      const number = newNumber();
      await sandbox.createPhone({ number, name: `Cliente ${number}`, receipts: 'read' });
      customers.push(number);
      return number;
    },
    async link() {
      await self.request({ desired: 'running' });
      const { qrcode } = await self.connectionWith((row) => row.qrcode !== null, 20_000);
      await sandbox.scan({ number: phone, qr: qrcode ?? '' });
      await self.connectionWith((row) => row.status === 'connected', 20_000);
    },
    async request(change) {
      await admin`update connections set ${admin({ ...change })}
        where company_id = ${companyId} and id = ${connectionId}`;
    },
    connection,
    connectionWith: (match, timeoutMs) => eventually(connection, match, timeoutMs),
  };
  for (let index = 0; index < customerCount; index += 1) await self.addCustomer();
  return self;
}
