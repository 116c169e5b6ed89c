import { CONTACT_FIELDS_MAX } from '@balcao/shared/features/contacts/limits.ts';
import { extraInfo } from '@balcao/shared/features/contacts/row.ts';
import { isChosenName } from '@balcao/shared/phone/digits.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import type { Identity } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import { isElsewhere } from './connections.ts';
import { type Identified, identify } from './contact-identities.ts';
import { known, type Note, remember } from './origins.repo.ts';
import { belonging, idOf, page } from './pages.ts';
import type { SourceRow } from './source.ts';
import type { Step, Work } from './step.ts';
import { clean, emailOf, instant, isOn, line } from './values.ts';

const COLUMNS = [
  ...['name', 'number', 'email', 'isGroup', 'channel', 'disableBot', 'lid', 'createdAt', 'updatedAt'],
];
const NAME_CHARS = 255;

interface ContactThere {
  row: SourceRow;
  fields: SourceRow[];
  lids: SourceRow[];
}

/** Customers and groups. Two rows there that are one person become one contact here. */
export const contacts: Step<ContactThere> = {
  kind: 'contact',
  table: 'Contacts',
  async read(work, after, most) {
    const rows = await page(work, 'Contacts', COLUMNS, after, most);
    const ids = rows.map(idOf);
    const fields = await belonging(work, 'ContactCustomFields', ['name', 'value'], 'contactId', ids);
    const lids = await belonging(work, 'WhatsappLidMaps', ['lid'], 'contactId', ids);
    return rows.map((row) => ({
      row,
      fields: fields.get(idOf(row)) ?? [],
      lids: lids.get(idOf(row)) ?? [],
    }));
  },
  placeOf: ({ row }) => idOf(row),
  async write(tx, work, rows) {
    const before = await known(
      tx,
      work,
      'contact',
      rows.map(({ row }) => idOf(row)),
    );
    const notes: Note[] = [];
    const wanted: Wanted[] = [];
    for (const one of rows.filter(({ row }) => !before.has(idOf(row)))) {
      const what = whyNot(one.row);
      if (what) notes.push({ kind: 'contact', origin: idOf(one.row), what, detail: one.row.name ?? '' });
      else
        wanted.push({
          ...one,
          identified: identify(
            one.row,
            one.lids.map(({ lid }) => lid ?? ''),
          ),
        });
    }
    const brought = await bring(tx, work, wanted, notes);
    return { brought, notes };
  },
};

function whyNot({ number, channel }: SourceRow): string | null {
  if (isElsewhere(channel)) return 'otherChannel';
  return /^status(@|$)|@broadcast$/.test(number ?? '') ? 'noPerson' : null;
}

interface Wanted extends ContactThere {
  identified: Identified;
}

async function bring(tx: Tx, work: Work, wanted: readonly Wanted[], notes: Note[]): Promise<number> {
  const { companyId } = work;
  const owners = await ownersOf(tx, companyId, wanted);
  const made: (ReturnType<typeof fieldsOf> & { companyId: number })[] = [];
  /** Names by uuid, while they have no number of their own. */
  const names: { key: string; owner: string | number }[] = [];
  const places: { origin: string; owner: string | number }[] = [];
  for (const one of wanted) {
    const origin = idOf(one.row);
    const keys = one.identified.identities.map(keyOf);
    const met = keys.flatMap((key) => owners.get(key) ?? [])[0];
    let owner = met;
    if (owner === undefined) {
      const row = { companyId, ...fieldsOf(one) };
      made.push(row);
      owner = row.uuid;
      if (keys.length === 0) notes.push({ kind: 'contact', origin, what: 'noNumber', detail: row.name });
      if (one.row.email && !row.email)
        notes.push({ kind: 'contact', origin, what: 'noEmail', detail: row.name });
    } else notes.push({ kind: 'contact', origin, what: 'samePerson', detail: one.row.name ?? '' });
    for (const key of keys)
      if (!owners.has(key)) {
        owners.set(key, owner);
        names.push({ key, owner });
      }
    places.push({ origin, owner });
  }
  const returned = await insertAll<(typeof made)[number], { id: number; uuid: string }>(
    tx,
    'contacts',
    made,
    tx`returning id, uuid`,
  );
  const ids = new Map(returned.map(({ id, uuid }) => [uuid, id]));
  const idOfOwner = (owner: string | number) => (typeof owner === 'number' ? owner : (ids.get(owner) ?? 0));
  await insertAll(
    tx,
    'contact_identities',
    names.map(({ key, owner }) => ({ companyId, ...identityOf(key), contactId: idOfOwner(owner) })),
  );
  await remember(
    tx,
    work,
    'contact',
    places.map(({ origin, owner }) => ({ origin, id: idOfOwner(owner) })),
  );
  return made.length;
}

const keyOf = ({ kind, value }: Identity) => `${kind}:${value}`;

function identityOf(key: string): { kind: string; value: string } {
  const at = key.indexOf(':');
  return { kind: key.slice(0, at), value: key.slice(at + 1) };
}

/** Who is known here by one of these names already. */
async function ownersOf(
  tx: Tx,
  companyId: number,
  wanted: readonly Wanted[],
): Promise<Map<string, string | number>> {
  const names = wanted.flatMap(({ identified }) => identified.identities);
  const rows = await tx<{ kind: string; value: string; contactId: number }[]>`
    select i.kind, i.value, i.contact_id from contact_identities i
    join unnest(${names.map(({ kind }) => kind)}::text[], ${names.map(({ value }) => value)}::text[]) as given (kind, value)
      on i.kind = given.kind and i.value = given.value
    where i.company_id = ${companyId}`;
  return new Map(rows.map(({ kind, value, contactId }) => [`${kind}:${value}`, contactId]));
}

/** A name that somebody has chosen stays, whatever the customer calls himself. */
function fieldsOf({ row, fields, identified }: Wanted) {
  const { number } = identified;
  const name = line(row.name, NAME_CHARS);
  const created = instant(row.createdAt) ?? new Date();
  return {
    uuid: crypto.randomUUID(),
    name: name || (number && formatPhone(number)),
    nameEdited: name !== '' && isChosenName(name, row.number ?? ''),
    number,
    email: emailOf(row.email),
    extraInfo: fields.flatMap(extraField).slice(0, CONTACT_FIELDS_MAX),
    isGroup: isOn(row.isGroup),
    botDisabled: isOn(row.disableBot),
    createdAt: created,
    updatedAt: instant(row.updatedAt) ?? created,
  };
}

function extraField({ name, value }: SourceRow) {
  const field = { name: line(name, 100), value: clean(value, 1_000).trim() };
  return extraInfo.safeParse([field]).data ?? [];
}
