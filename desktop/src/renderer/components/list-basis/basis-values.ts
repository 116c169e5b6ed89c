import {
  BASIS_WORDS,
  type ListBasis,
  type StatedBasis,
} from '@balcao/shared/features/contact-lists/basis.ts';
import { serverNow } from '../../kit/server-now.ts';
import { useRules } from '../../kit/use-rules.ts';
import { useTexts } from '../../kit/use-texts.ts';

/** What a form holds of a basis: what other kinds ask for stays while somebody tries one out. */
export interface BasisValues {
  /** Empty: not chosen yet. */
  kind: ListBasis['kind'] | '';
  givenOn: string | null;
  source: string;
  words: string;
}

export const basisValues = (basis: StatedBasis): BasisValues => ({
  kind: basis?.kind ?? '',
  givenOn: basis?.givenOn ?? null,
  source: basis?.source ?? '',
  words: basis?.words ?? '',
});

/** Undefined while nothing is chosen. */
export function basisOf({ kind, givenOn, source, words }: BasisValues): ListBasis | undefined {
  if (kind === 'consent') return { kind, givenOn: givenOn ?? '', source: source.trim() };
  if (kind === 'other') return { kind, words: words.trim() };
  return kind === '' ? undefined : { kind };
}

/** The rules of a form's field `basis`. @param isAsked whether one must be chosen */
export function useBasisRules<V extends { basis: BasisValues }>(isAsked: (values: V) => boolean) {
  const { t } = useTexts();
  const rules = useRules();
  const within = rules.within(BASIS_WORDS);
  const wrongDay = (day: string | null) => {
    if (day === null) return t('common:rules.required');
    return Date.parse(day) > serverNow().getTime() ? t('contactLists:basis.future') : null;
  };
  return {
    kind: (kind: string, values: V) => (isAsked(values) ? rules.required(kind) : null),
    givenOn: (day: string | null, { basis }: V) => (basis.kind === 'consent' ? wrongDay(day) : null),
    source: (source: string, { basis }: V) => (basis.kind === 'consent' ? within(source) : null),
    words: (words: string, { basis }: V) => (basis.kind === 'other' ? within(words) : null),
  };
}
