import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';

/** What a company says of itself on its page. */
export interface PublishedPrivacy {
  company: string;
  language: Language;
  /** Its own words; may be empty. */
  words: string;
  /** Whom to write to; may be empty. */
  contact: string;
  /** An AI answers, or may. */
  usesAi: boolean;
  /** Webhooks, flows and programs outside are told what happens. */
  tellsOthers: boolean;
  /** People write on the company's own pages. */
  hasWebChat: boolean;
}

/** Undefined for a company that publishes no page, and for none. */
export async function findPublished(tx: Tx, companyId: number): Promise<PublishedPrivacy | undefined> {
  const [found] = await tx<PublishedPrivacy[]>`
    select co.name as company, co.language,
      coalesce((select value from settings where company_id = co.id and key = 'privacyWords'), '') as words,
      coalesce((select value from settings where company_id = co.id and key = 'privacyContact'), '') as contact,
      exists (select from prompts where company_id = co.id) as uses_ai,
      exists (select from webhooks where company_id = co.id and active)
        or exists (select from queue_integrations where company_id = co.id)
        or exists (select from api_keys where company_id = co.id) as tells_others,
      exists (select from web_chats where company_id = co.id) as has_web_chat
    from companies co
    join settings s on s.company_id = co.id and s.key = 'privacyPage' and s.value = 'enabled'
    where co.id = ${companyId}`;
  return found;
}
