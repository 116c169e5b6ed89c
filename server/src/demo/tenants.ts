import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { insertInto } from '../platform/db/rows.ts';

/** One plan for a month, counted from a due date. */
interface Bill {
  /** Days from today. */
  due: number;
  status: 'open' | 'paid';
}

/** Other companies on the shop's server: one has paid, one owes soon, one is overdue and may only pay. */
const TENANTS: readonly { name: string; email: string; plan: string; due: number; bills: readonly Bill[] }[] =
  [
    {
      name: 'Padaria Sol Nascente',
      email: 'dona@padaria.demo.balcao.test',
      plan: 'Essencial',
      due: 27,
      bills: [{ due: -3, status: 'paid' }],
    },
    {
      name: 'Pet Shop Amigo Fiel',
      email: 'dono@petshop.demo.balcao.test',
      plan: 'Profissional',
      due: 4,
      bills: [
        { due: -26, status: 'paid' },
        { due: 4, status: 'open' },
      ],
    },
    {
      name: 'Ótica Boa Vista',
      email: 'gerente@otica.demo.balcao.test',
      plan: 'Essencial',
      due: -6,
      bills: [{ due: -6, status: 'open' }],
    },
  ];

/** What the shop itself sees under invoices; nobody closes it, because it is the operator's. */
const OWN: readonly Bill[] = [
  { due: -22, status: 'paid' },
  { due: 8, status: 'open' },
];

const ACCOUNT = { pixKey: 'caixa@demo.balcao.test', receiverName: 'Loja Demo', receiverCity: 'São Paulo' };

/** The days of all bills are counted on the shop's calendar. */
interface Calendar {
  timezone: string;
  now: Date;
}

/** The shop operates the platform: the key by which it is paid, and what it sees under invoices itself. */
export async function beginBilling(tx: Tx, companyId: number, calendar: Calendar): Promise<void> {
  // Where a bank is played, the shop has the key of its account there already.
  await tx`insert into payment_settings ${tx(ACCOUNT)} on conflict do nothing`;
  await bill(tx, companyId, 'Profissional', OWN, calendar);
}

/** Each in a transaction of its own, as everything that belongs to one company. @param passwordHash of the demo's password */
export async function letTenants(
  db: Pick<Database, 'asSystem'>,
  calendar: Calendar,
  passwordHash: string,
): Promise<void> {
  for (const { name, email, plan, due, bills } of TENANTS)
    await db.asSystem(async (tx) => {
      const [made] = await tx<{ id: number }[]>`
        insert into companies (name, email, plan_id, timezone, due_date)
        select ${name}, ${email}, id, ${calendar.timezone}, ${dayAt(tx, due, calendar)} from plans where name = ${plan}
        returning id`;
      if (!made) throw new Error(`no plan ${plan}`);
      const admin = {
        companyId: made.id,
        name: 'Admin',
        email,
        profile: 'admin',
        super: false,
        passwordHash,
      };
      await insertInto(tx, 'users', admin);
      await bill(tx, made.id, plan, bills, calendar);
    });
}

const dayAt = (tx: Tx, due: number, { timezone, now }: Calendar) =>
  tx`(${now}::timestamptz at time zone ${timezone})::date + ${due}::int`;

async function bill(
  tx: Tx,
  companyId: number,
  plan: string,
  bills: readonly Bill[],
  calendar: Calendar,
): Promise<void> {
  for (const { due, status } of bills) {
    const paidAt = status === 'paid' ? new Date(calendar.now.getTime() + (due - 2) * 86_400_000) : null;
    await tx`
      insert into invoices (company_id, detail, users, connections, queues, value, months, due_date, status, paid_at)
      select ${companyId}, name, users, connections, queues, value, 1, ${dayAt(tx, due, calendar)}, ${status}, ${paidAt}
      from plans where name = ${plan}`;
  }
}
