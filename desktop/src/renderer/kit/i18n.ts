import type { Language } from '@balcao/shared/text/languages.ts';
import type { Namespaces } from '@balcao/shared/text/texts.ts';
import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';

/** Keys are checked against the Portuguese texts, which are written first. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Namespaces;
  }
}

/** All three languages are in the program: switching is immediate and works without a network. */
const FILES = import.meta.glob<ResourceLanguage[string]>('../../../../shared/src/i18n/*/*.json', {
  eager: true,
  import: 'default',
});

export function resources(): Record<string, ResourceLanguage> {
  const texts: Record<string, ResourceLanguage> = {};
  for (const [path, namespace] of Object.entries(FILES)) {
    const [, language = '', name = ''] = /(\w+)\/([\w-]+)\.json$/.exec(path) ?? [];
    texts[language] = { ...texts[language], [name]: namespace };
  }
  return texts;
}

export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'pt',
    resources: resources(),
    ns: 'common',
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}
