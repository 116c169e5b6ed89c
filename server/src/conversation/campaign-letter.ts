import en from '@balcao/shared/features/campaigns/unsubscribe/en.json' with { type: 'json' };
import es from '@balcao/shared/features/campaigns/unsubscribe/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/campaigns/unsubscribe/pt.json' with { type: 'json' };
import { CARD_LIMITS } from '@balcao/shared/features/messages/card.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { withoutMarks } from '@balcao/shared/text/rich-text.ts';
import type { OutgoingMessage } from '../channels/channel.ts';

/** What a campaign says, as a mail. */

const TEXTS = { pt, en, es };

type Letter = Required<Pick<OutgoingMessage, 'mail' | 'unsubscribe'>> & { text: string };

/**
 * The first line is the subject, as the mails of customers have it in a conversation; of a single line it is the words as well.
 *
 * @param link where its reader leaves the list; null while this server has no address that others reach
 */
export function letterOf(body: string, link: string | null, language: Language): Letter {
  const { line, lineWithoutLink, word } = TEXTS[language];
  const [first = '', ...others] = body.trim().split('\n');
  const subject = withoutMarks(first).trim().slice(0, CARD_LIMITS.title).toWellFormed();
  return {
    text: others.join('\n').trim() || first,
    mail: { subject, cc: [], bcc: [] },
    unsubscribe: { link, word, line: link === null ? lineWithoutLink : line.replace('{{link}}', () => link) },
  };
}
