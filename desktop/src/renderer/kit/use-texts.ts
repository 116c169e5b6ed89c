import type { Namespaces } from '@balcao/shared/i18n/texts.ts';
import { createContext, createElement, type ReactNode, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** All texts are there from the start, so none has to be asked for: the names are for the compiler alone. */
const useAllTexts = () => useTranslation<['common', ...(keyof Namespaces)[]]>();
type Texts = Pick<ReturnType<typeof useAllTexts>, 't' | 'i18n'>;
/** For functions that put texts together outside of a component. */
export type TextOf = Texts['t'];
const TextsContext = createContext<Texts | null>(null);

/** Asks i18next once for all: it looks every namespace up at each call, and a long list calls very often. */
export function TextsProvider({ children }: { children: ReactNode }) {
  const texts = useAllTexts();
  const value = useMemo(() => ({ t: remembering(texts.t), i18n: texts.i18n }), [texts]);
  return createElement(TextsContext, { value }, children);
}

/** A text without values is looked up once: to draw one conversation takes three hundred of them. */
function remembering(t: Texts['t']): Texts['t'] {
  const known = new Map<unknown, string>();
  return new Proxy(t, {
    apply(ask, self, [key, ...values]) {
      if (values.length > 0) return Reflect.apply(ask, self, [key, ...values]);
      const text = known.get(key) ?? Reflect.apply(ask, self, [key]);
      known.set(key, text);
      return text;
    },
  });
}

/** The texts of every namespace; keys always name theirs: `t('tickets:tabs.open')`. */
export function useTexts(): Texts {
  const texts = use(TextsContext);
  if (!texts) throw new Error('a component stands outside TextsProvider');
  return texts;
}
