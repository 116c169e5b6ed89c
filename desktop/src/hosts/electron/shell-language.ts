import type { Language } from '@balcao/shared/text/languages.ts';
import { setApplicationMenu } from './application-menu.ts';
import type { ShellOptions } from './shell-options.ts';
import type { ShellTexts } from './texts.ts';

/** The language of everything around the pages. */
export interface ShellLanguage {
  texts(): ShellTexts;
  set(language: Language): void;
}

type Deps = Pick<ShellOptions, 'electron' | 'platform' | 'language' | 'texts'>;

export function createShellLanguage({ electron, platform, language, texts }: Deps): ShellLanguage {
  let current = language;
  const now = () => texts(current);
  setApplicationMenu(electron, platform, now());

  return {
    texts: now,
    set(wanted) {
      if (wanted === current) return;
      current = wanted;
      setApplicationMenu(electron, platform, now());
    },
  };
}
