import en from '@balcao/shared/features/web-chat/chat-script/en.json' with { type: 'json' };
import es from '@balcao/shared/features/web-chat/chat-script/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/web-chat/chat-script/pt.json' with { type: 'json' };
import { LANGUAGES, type Language } from '@balcao/shared/text/languages.ts';

export type Words = typeof pt;

export const WORDS: Record<Language, Words> = { pt, en, es };

/** The language of ours that somebody means with a tag like `pt-BR`. */
export const chooseLanguage = (tag: string, otherwise: Language): Language =>
  LANGUAGES.find((one) => tag.toLowerCase().startsWith(one)) ?? otherwise;

/** The text with its blanks filled in. */
export const fill = (text: string, blanks: Readonly<Record<string, unknown>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(blanks[name] ?? ''));
