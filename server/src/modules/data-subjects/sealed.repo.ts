import type { Tx } from '../../platform/db/client.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { JOURNAL_TYPE, placeOfSessionKey, type SessionKeyName } from '../../platform/session-keys.ts';
import { named } from './erase.repo.ts';
import type { DueErasure } from './erasures.repo.ts';
import { ADDRESS_MIN_CHARS } from './targets.repo.ts';

/** What names a person in sealed values alone, which no query reads: each is opened. */

/** A session's entries whose values name people: who a number is by its LID, and who in a group has its key. */
const NAMING_TYPES = ['lid-mapping', 'sender-key-memory'];
const OPENED_AT_ONCE = 500;

interface Sealed extends SessionKeyName {
  value: Buffer;
}

/**
 * Takes a session's entries about a person, and what waits to be stored of what the person said in a group. It learns the
 * person's LIDs on the way. WhatsApp's library does without all of it: it asks for a LID again, and gives a group's key again.
 */
export async function takeSealed(tx: Tx, secrets: Secrets, erasure: DueErasure): Promise<void> {
  const { companyId } = erasure;
  const { addresses, before } = await named(tx, erasure);
  const known = new Set(addresses);
  const names = (numbers: string[]) => numbers.some((number) => known.has(number));
  const open = (sealed: Sealed): string[] => {
    // With another key it is nobody's any more.
    if (!secrets.hasSealed(sealed.value)) return [];
    const text = secrets.open(sealed.value, placeOfSessionKey(sealed)).toString();
    // A group of before 2021 is called after whoever made it.
    return text.replaceAll(/\d+-\d+@g\.us/g, '').match(/\d+/g) ?? [];
  };

  const keys = tx<Sealed[]>`
    select company_id, connection_id, type, id, value from session_keys
    where company_id = ${companyId} and type = any (${NAMING_TYPES}) order by type`;
  const theirs: Sealed[] = [];
  // Nothing else can be asked while a cursor is open.
  for await (const some of keys.cursor(OPENED_AT_ONCE))
    for (const key of some) {
      const numbers = [...open(key), ...(key.id.match(/\d+/g) ?? [])];
      if (!names(numbers)) continue;
      if (key.type === 'lid-mapping')
        for (const number of numbers) if (number.length >= ADDRESS_MIN_CHARS) known.add(number);
      theirs.push(key);
    }
  for (const key of theirs)
    await tx`
      delete from session_keys
      where company_id = ${companyId} and connection_id = ${key.connectionId} and type = ${key.type} and id = ${key.id}`;
  await tx`
    insert into erasure_targets (company_id, erasure_id, kind, value)
    select ${companyId}, ${erasure.id}, 'address', unnest(${[...known]}::text[]) on conflict do nothing`;

  const waiting = tx<Sealed[]>`
    select company_id, connection_id, ${JOURNAL_TYPE} as type, chat || ' ' || wa_id as id, stanza as value from inbound_journal
    where company_id = ${companyId} and received_at < ${before}`;
  const said: Sealed[] = [];
  for await (const some of waiting.cursor(OPENED_AT_ONCE))
    said.push(...some.filter((stanza) => names(open(stanza))));
  for (const stanza of said)
    await tx`
      delete from inbound_journal
      where company_id = ${companyId} and connection_id = ${stanza.connectionId}
        and chat = split_part(${stanza.id}, ' ', 1) and wa_id = substr(${stanza.id}, strpos(${stanza.id}, ' ') + 1)`;
}
