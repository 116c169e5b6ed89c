import { readFileSync } from 'node:fs';
import type { Language } from '@balcao/shared/text/languages.ts';

/** The texts of a feature in one language, as its file has them. */
export function readFeatureTexts(name: string, language: Language): Record<string, unknown> {
  const folder = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const file = new URL(import.meta.resolve(`@balcao/shared/features/${folder}/${language}.json`));
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Says a text of any feature by its key, as consoles do: `tags:nouns.tag`. */
export function createTexts(language: Language): (key: string) => string {
  const files = new Map<string, unknown>();
  return (key) => {
    const [name = '', path = ''] = key.split(':');
    if (!files.has(name)) files.set(name, readFeatureTexts(name, language));
    const found = path
      .split('.')
      .reduce<unknown>(
        (part, step) => (part as Record<string, unknown> | undefined)?.[step],
        files.get(name),
      );
    if (typeof found !== 'string') throw new Error(`no text ${key}`);
    return found;
  };
}
