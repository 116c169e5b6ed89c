import type { ContactRow } from '@balcao/shared/features/contacts/row.ts';
import { soughtSpellings } from '@balcao/shared/phone/digits.ts';
import { foldQuery } from '@balcao/shared/text/fold.ts';
import type { Database } from 'better-sqlite3';
import type { Overlay } from '../../core/outbox/overlay.ts';
import { trigramQuery } from '../../core/store/trigram-query.ts';

/** A contact with his newest ticket in the cache. */
type FoundContact = Pick<ContactRow, 'id' | 'name' | 'number' | 'channels' | 'profilePicUrl' | 'isGroup'> & {
  ticketUuid: string | null;
};

export interface ContactReads {
  byId(id: number): ContactRow | null;
  /** Contacts whose names or numbers contain all of these words; names that begin with them come first. */
  search(text: string, limit: number): FoundContact[];
  /** Contacts that are linked to one person, by name. */
  ofPerson(personId: string): ContactRow[];
  /** The newest ticket of each other contact of the same person, as far as the cache has one. */
  ticketsElsewhere(id: number): number[];
  /** How contacts' further fields are called, the commonest first. */
  fieldNames(limit: number): string[];
}

/** No name has more. */
const MAX_WORDS = 8;

export function createContactReads(db: Database, overlay: Pick<Overlay, 'get'>): ContactReads {
  const prepare = (narrowed: string) =>
    db.prepare<
      [{ first: string; words: string; limit: number; letters?: string }],
      { row: string; ticketUuid: string | null }
    >(
      `select row, (select uuid from main.ticket t where t.contact_id = effective_contact.id
           order by t.last_message_at desc limit 1) as ticketUuid
         from effective_contact
         where ${narrowed} not exists (
           select 1 from json_each(:words) word where not exists (
             select 1 from json_each(word.value) spelling where instr(search, spelling.value) > 0))
         order by instr(search, :first), search limit :limit`,
    );
  const scan = prepare('');
  const find = prepare(
    `id in (select rowid from contact_letters where contact_letters match :letters
       union all select id from overlay_contact) and`,
  );

  const fieldNames = db
    .prepare<[number], string>(
      `select name from (
         select trim(json_extract(field.value, '$.name')) as name
         from effective_contact, json_each(effective_contact.row, '$.extraInfo') field)
       where name <> '' group by lower(name) order by count(*) desc, name limit ?`,
    )
    .pluck();

  const ofPerson = db
    .prepare<[string], string>('select row from effective_contact where person_id = ? order by search')
    .pluck();

  const newestTicket = db
    .prepare<[number], number>(
      'select id from main.ticket where contact_id = ? order by last_message_at desc, id desc limit 1',
    )
    .pluck();

  return {
    ticketsElsewhere(id) {
      const personId = overlay.get('contact', id)?.personId ?? null;
      if (personId === null) return [];
      const others = ofPerson.all(personId).map((row) => (JSON.parse(row) as ContactRow).id);
      return others.flatMap((other) => (other === id ? [] : (newestTicket.get(other) ?? [])));
    },
    ofPerson: (personId) => ofPerson.all(personId).map((row) => JSON.parse(row) as ContactRow),
    byId: (id) => overlay.get('contact', id) ?? null,
    fieldNames: (limit) => fieldNames.all(limit),
    search(text, limit) {
      const words = foldQuery(text).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
      const [first] = words;
      if (first === undefined) return [];
      const spelt = words.map(soughtSpellings);
      const query = { first, words: JSON.stringify(spelt), limit };
      const letters = spelt
        .filter(([word = '']) => trigramQuery(word) !== null)
        .map((spellings) => `(${spellings.map(trigramQuery).join(' OR ')})`)
        .join(' AND ');
      const found = letters === '' ? scan.all(query) : find.all({ ...query, letters });
      return found.map(({ row, ticketUuid }) => {
        const { id, name, number, channels, profilePicUrl, isGroup } = JSON.parse(row) as ContactRow;
        return { id, name, number, channels, profilePicUrl, isGroup, ticketUuid };
      });
    },
  };
}
