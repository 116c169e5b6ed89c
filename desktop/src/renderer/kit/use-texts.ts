import type { Namespaces } from '@balcao/shared/text/texts.ts';
import { createContext, createElement, type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';

/** All texts are there from the start, so none has to be asked for: the names are for the compiler alone. */
const useAllTexts = () => useTranslation<['common', ...(keyof Namespaces)[]]>();
type Texts = Pick<ReturnType<typeof useAllTexts>, 't' | 'i18n'>;
/** For functions that compose texts outside of a component. */
export type TextOf = Texts['t'];
const TextsContext = createContext<Texts | null>(null);

/** Asks i18next once for all: it looks every namespace up at each call, and a long list calls very often. */
export function TextsProvider({ children }: { children: ReactNode }) {
  return createElement(TextsContext, { value: useAllTexts() }, children);
}

/** The texts of every namespace; keys always name theirs: `t('tickets:tabs.open')`. */
export function useTexts(): Texts {
  const texts = use(TextsContext);
  if (!texts) throw new Error('a component stands outside TextsProvider');
  return texts;
}
