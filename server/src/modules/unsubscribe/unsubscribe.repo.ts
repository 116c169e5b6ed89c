import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Subscriber } from '../../platform/unsubscribe-links.ts';
import { noteCause } from '../ticket-timeline/causes.service.ts';

export interface WritingCompany {
  company: string;
  language: Language;
}

export async function findCompany(tx: Tx, companyId: number): Promise<WritingCompany | undefined> {
  const [found] = await tx<WritingCompany[]>`
    select name as company, language from companies where id = ${companyId}`;
  return found;
}

/**
 * What the word to be left alone does (`../../conversation/campaign-replies.repo.ts`), by the address alone: whoever is no
 * contact is remembered as contacts are that were deleted. Who has left already stays as they were.
 */
export async function leave(
  tx: Tx,
  { companyId, recipientId, address }: Subscriber,
  at: Date,
): Promise<void> {
  await tx`
    update campaign_recipients set opted_out_at = ${at}
    where company_id = ${companyId} and id = ${recipientId} and number = ${address} and opted_out_at is null`;
  await tx`
    update campaign_recipients set state = 'skipped', reason = 'optedOut'
    where company_id = ${companyId} and number = ${address} and state = 'asked'`;
  const [contact] = await tx<{ id: number }[]>`
    select contact_id as id from contact_identities
    where company_id = ${companyId} and kind = 'email' and value = ${address}`;
  if (!contact) {
    // After a restore it holds as well, as what the triggers of contacts note.
    await tx`
      with gone as (
        insert into opt_outs (company_id, hash, person, opted_out_at, opted_out_by)
        values (${companyId}, address_hash(${companyId}, 'email', ${address}), gen_random_uuid(), ${at}, 'contact')
        on conflict do nothing returning hash)
      insert into wishes (company_id, kind, said_by, hashes)
      select ${companyId}, 'optOut', 'contact', array[hash] from gone`;
    return;
  }
  const left = await tx`
    update contacts set opted_out_at = ${at}, opted_out_by = 'contact', returned_at = null, updated_at = now()
    where company_id = ${companyId} and id = ${contact.id} and opted_out_at is null`;
  if (left.count > 0) noteCause(tx, { contactId: contact.id });
}
