import type { Language } from '../../text/languages.ts';
import type { TicketReferral } from '../messages/referral.ts';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };

const TEXTS = { pt, en, es };

/** What heads the names of sources in a file. */
export const referralHeading = (language: Language): string => TEXTS[language].referral.title;

/** What a source is called in a file, as screens call it: its kind, and its title or else its id. */
export const referralName = (
  { kind, title, sourceId }: Pick<TicketReferral, 'kind' | 'title' | 'sourceId'>,
  language: Language,
): string => [TEXTS[language].referral.kinds[kind], title || sourceId].filter(Boolean).join(': ');
