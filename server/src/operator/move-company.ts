import { parseArgs } from 'node:util';
import { rangeOf } from '../databases/ids.ts';
import { takeHold } from '../databases/move/hold.ts';
import { arrive, cleanUp, type Move, move } from '../databases/move/move.ts';
import { FIRST_DATABASE } from '../databases/names.ts';
import { assertSameVersion, type Owner, openOwner } from '../databases/owner.ts';
import { nameOf } from '../databases/ready.ts';
import { assertCanReplicate } from '../databases/rights.ts';
import { OPERATOR } from '../modules/subscription/subscription.ts';
import { type Command, namedDatabases } from './command.ts';

export const moveCompany: Command = {
  usage: 'ID --to NAME',
  purpose: 'moves a company to another database while its people work, and goes on where it stopped',
  async run(args, { config, say }) {
    const { values, positionals } = parseArgs({
      args,
      options: { to: { type: 'string' } },
      allowPositionals: true,
    });
    const [id = ''] = positionals;
    if (!/^\d{1,15}$/.test(id) || positionals.length > 1 || values.to === undefined) return false;
    const owners = namedDatabases(config).map(openOwner);
    try {
      await bring(owners, Number(id), values.to, say);
    } finally {
      await Promise.all(owners.map(({ sql }) => sql.end({ timeout: 5 })));
    }
    return true;
  },
};

interface Place {
  database: string;
  movingTo: string | null;
  quiet: boolean;
}

async function bring(
  owners: Owner[],
  companyId: number,
  name: string,
  say: (line: string) => void,
): Promise<void> {
  const first = named(owners, FIRST_DATABASE);
  const to = named(owners, name);
  if (companyId === OPERATOR) throw new Error(`The operator's company stays in ${FIRST_DATABASE}.`);
  for (const owner of owners) await assertMade(owner);
  const from = named(owners, await placeOf(first, companyId));
  const [company] = await from.sql`select from companies where id = ${companyId}`;
  if (!company) throw new Error(`There is no company ${companyId}.`);
  const hold = await takeHold(first, companyId, from.name);
  if (!hold) throw new Error(`Company ${companyId} is being moved by another command.`);
  try {
    await bringHeld(owners, { companyId, first, to, hold, say });
  } finally {
    await hold.end();
  }
}

/** Where the company is may have changed until we held it. */
async function bringHeld(owners: Owner[], parts: Omit<Move, 'from'>): Promise<void> {
  const { companyId, first, to } = parts;
  const [place] = await first.sql<Place[]>`
    select database, moving_to, quiet from company_places where company = ${companyId}`;
  const from = named(owners, place?.database ?? FIRST_DATABASE);
  if (from === to) return finish(owners, parts, place?.quiet === true);
  if (place?.movingTo && place.movingTo !== to.name)
    throw new Error(`Company ${companyId} is on its way to ${place.movingTo}: bring it there first.`);
  await assertCanReplicate(from, to);
  await assertSameVersion(from, to);
  if (!place?.movingTo) await assertRoom(from, to, companyId);
  await move({ ...parts, from });
}

async function placeOf({ sql }: Owner, companyId: number): Promise<string> {
  const [place] = await sql<{ database: string | null }[]>`
    select coalesce(
      (select database from company_places where company = ${companyId}),
      (select database from id_ranges where number = ${rangeOf(companyId)})) as database`;
  return place?.database ?? FIRST_DATABASE;
}

/** It is there; a move that was interrupted behind its end has left something to be done. */
async function finish(owners: Owner[], parts: Omit<Move, 'from'>, isQuiet: boolean): Promise<void> {
  const { companyId, to } = parts;
  for (const from of owners) {
    const [left] = await from.sql`select from leaving_companies where company = ${companyId}`;
    if (!left) continue;
    if (isQuiet) await arrive(parts);
    return cleanUp({ ...parts, from });
  }
  throw new Error(`Company ${companyId} is on ${to.name} already.`);
}

function named(owners: Owner[], name: string): Owner {
  const owner = owners.find((one) => one.name === name);
  if (!owner)
    throw new Error(`There is no database ${name}: see DATABASE_URL (${FIRST_DATABASE}) and DATABASES.`);
  return owner;
}

async function assertMade({ name, sql }: Owner): Promise<void> {
  const known = await nameOf(sql);
  if (name !== FIRST_DATABASE && known !== name)
    throw new Error(`${name} is not ready. Run "balcao add-database ${name}" first.`);
}

/** Two databases that were one once, say, have given the same ids. */
async function assertRoom(from: Owner, to: Owner, companyId: number): Promise<void> {
  const [own] = await from.sql<{ name: string; emails: string[]; users: number[]; invoices: number[] }[]>`
    select name, array(select email from users where company_id = ${companyId}) as emails,
      array(select id from users where company_id = ${companyId}) as users,
      array(select id from invoices where company_id = ${companyId}) as invoices
    from companies where id = ${companyId}`;
  if (!own) return;
  const [taken] = await to.sql<{ what: string }[]>`
    select 'a company with this number' as what from companies where id = ${companyId}
    union all select 'a company with this name' from companies where plain(name) = plain(${own.name})
    union all select 'a person with an e-mail of its people' from users
      where email = any (${own.emails}) or id = any (${own.users}::bigint[])
    union all select 'an invoice with a number of its own' from invoices where id = any (${own.invoices}::bigint[])`;
  if (taken)
    throw new Error(`${to.name} has ${taken.what} already: company ${companyId} stays in ${from.name}.`);
}
