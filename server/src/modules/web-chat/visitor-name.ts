import en from '@balcao/shared/features/web-chat/visitor/en.json' with { type: 'json' };
import es from '@balcao/shared/features/web-chat/visitor/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/web-chat/visitor/pt.json' with { type: 'json' };
import { fill } from '../auth/reset-texts.ts';
import type { KnownChat } from './known-chats.ts';
import type { Visitor } from './visitor-proofs.ts';

const TEXTS = { pt, en, es };
const isOurs = (language: string): language is keyof typeof TEXTS => language in TEXTS;

/** What agents call somebody who has said no name, until they do. */
export const visitorName = ({ settings }: KnownChat, { id }: Visitor): string =>
  fill(TEXTS[settings.appearance.language].name, { code: id.slice(0, 4).toUpperCase() });

/** What a visitor sends first on WhatsApp. @param code empty: nothing was said in the chat, so there is nothing to join */
export function goingOn({ settings }: KnownChat, language: string, code: string): string {
  const own = language.slice(0, 2).toLowerCase();
  const texts = TEXTS[isOurs(own) ? own : settings.appearance.language];
  return code === '' ? texts.goOnAlone : fill(texts.goOn, { code });
}
