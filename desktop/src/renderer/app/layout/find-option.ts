import { navigate } from '../../kit/navigate.ts';
import { useOptionSearch } from '../../kit/option-search.ts';
import { useTexts } from '../../kit/use-texts.ts';
import type { AreaHit, Texts } from '../area-search.ts';

/** What options are called in the language that is shown. */
export function useAllTexts(): Texts {
  const { t, i18n } = useTexts();
  return {
    of: (key) => t(key),
    all: (namespace) => i18n.getResourceBundle(i18n.language, namespace) as object,
    same: t('layout:sameWords'),
  };
}

/** The page shows the option that was found, and not all of them. */
export const searchOption = ({ page, path, label }: AreaHit): void => {
  if (page.hasOptions && label && path === page.path) useOptionSearch.getState().set(label);
};

export function openOption(hit: AreaHit): void {
  searchOption(hit);
  navigate(hit.path);
}
