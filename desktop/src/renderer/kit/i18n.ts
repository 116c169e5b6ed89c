import { LANGUAGES, type Language } from '@balcao/shared/text/languages.ts';
import type { Namespaces } from '@balcao/shared/texts.ts';
import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** Keys are checked against the Portuguese texts, which are written first. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Namespaces;
  }
}

/**
 * All three languages are in the program, each in a file of its own that is read when somebody wants it. The screen says
 * nothing of what the server writes to customers and into documents, and of what the program around it says.
 */
const FILES = import.meta.glob<ResourceLanguage[string]>(
  [
    '../../../../shared/src/{features,text}/*/{pt,en,es}.json',
    '!../../../../shared/src/text/{automatic,notify,shell,host}/*.json',
  ],
  { import: 'default' },
);

/** The texts of a language by namespace. */
export async function textsIn(language: Language): Promise<ResourceLanguage> {
  const files = Object.entries(FILES).filter(([path]) => path.endsWith(`/${language}.json`));
  return Object.fromEntries(
    await Promise.all(files.map(async ([path, load]) => [namespaceOf(path), await load()] as const)),
  );
}

function namespaceOf(path: string): string {
  const [, folder = ''] = /([\w-]+)\/\w+\.json$/.exec(path) ?? [];
  return folder.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export async function startI18n(): Promise<void> {
  const kept = localStorage.getItem('language');
  const language = LANGUAGES.find((one) => one === kept) ?? 'pt';
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'pt',
    resources: { [language]: await textsIn(language) },
    ns: 'common',
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}

let wanted: Language | null = null;

/** Shows everything in another language, at the next start too. */
export async function showLanguage(language: Language): Promise<void> {
  wanted = language;
  localStorage.setItem('language', language);
  for (const [namespace, texts] of Object.entries(await textsIn(language)))
    i18next.addResourceBundle(language, namespace, texts);
  // Whoever has chosen another one meanwhile sees that.
  if (wanted === language) await i18next.changeLanguage(language);
}
