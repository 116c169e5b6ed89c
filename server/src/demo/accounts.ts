import type { Tx } from '../platform/db/client.ts';
import { insertInto } from '../platform/db/rows.ts';

/** Only for demonstrations: whoever reads this knows it. */
export const PASSWORD = 'balcao-demo';

/** Whom the demo shop employs. */
export const PEOPLE = {
  admin: { name: 'Admin', email: 'admin@demo.balcao.test', profile: 'admin', super: true },
  ana: { name: 'Ana', email: 'ana@demo.balcao.test', profile: 'user', super: false },
  bruno: { name: 'Bruno', email: 'bruno@demo.balcao.test', profile: 'user', super: false },
} as const;

export type Person = keyof typeof PEOPLE;

/** The ids of the new accounts. */
export async function hirePeople(
  tx: Tx,
  companyId: number,
  passwordHash: string,
): Promise<Record<Person, number>> {
  const ids = {} as Record<Person, number>;
  for (const person of Object.keys(PEOPLE) as Person[]) {
    ids[person] = await insertInto(tx, 'users', { companyId, ...PEOPLE[person], passwordHash });
    await tx`insert into demo_accounts ${tx({ companyId, userId: ids[person], passwordHash })}`;
  }
  return ids;
}

/** Those whom the demo has made, unless somebody gave them a password of their own. */
export async function demoAccounts(tx: Tx): Promise<{ name: string; email: string; password: string }[]> {
  const rows = await tx<{ name: string; email: string }[]>`
    select u.name, u.email from demo_accounts d
    join users u on u.company_id = d.company_id and u.id = d.user_id and u.password_hash = d.password_hash
    order by u.super, u.id`;
  return rows.map((row) => ({ ...row, password: PASSWORD }));
}
