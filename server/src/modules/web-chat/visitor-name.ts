import type { WebChatSettings } from '@balcao/shared/features/web-chat/calls.ts';
import en from '@balcao/shared/features/web-chat/visitor/en.json' with { type: 'json' };
import es from '@balcao/shared/features/web-chat/visitor/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/web-chat/visitor/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';
import { fill } from '../auth/reset-texts.ts';
import type { KnownChat } from './known-chats.ts';
import type { Visitor } from './visitor-proofs.ts';

const TEXTS = { pt, en, es };
const isOurs = (language: string): language is keyof typeof TEXTS => language in TEXTS;

/** What agents call somebody who has said no name, until they do. */
export const visitorName = ({ settings }: KnownChat, { id }: Visitor): string =>
  fill(TEXTS[settings.appearance.language].name, { code: id.slice(0, 4).toUpperCase() });

/** What stands above the answers that a visitor has not stayed for, in the visitor's language. */
export function passedOn({
  appearance,
  language,
}: {
  appearance: WebChatSettings['appearance'];
  language: string;
}): { subject: string; lead: string } {
  const spoken = spokenBy(appearance, language);
  const { passedOn: texts } = TEXTS[spoken];
  const { title } = appearance.words[spoken];
  return { subject: title === '' ? texts.subject : fill(texts.subjectOf, { title }), lead: texts.lead };
}

/** What a visitor sends first on WhatsApp. @param code empty: nothing was said in the chat, so there is nothing to join */
export function goingOn({ settings }: KnownChat, language: string, code: string): string {
  const texts = TEXTS[spokenBy(settings.appearance, language)];
  return code === '' ? texts.goOnAlone : fill(texts.goOn, { code });
}

/** The visitor's language, if it is one of ours. @param language the browser's: `pt-BR` */
function spokenBy({ language: own }: WebChatSettings['appearance'], language: string): Language {
  const spoken = language.slice(0, 2).toLowerCase();
  return isOurs(spoken) ? spoken : own;
}
