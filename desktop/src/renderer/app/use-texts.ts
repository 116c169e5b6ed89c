import { createContext, createElement, type ReactNode, use } from 'react';
import { useTranslation } from 'react-i18next';

export const NAMESPACES = [
  'common',
  'accounts',
  'audit',
  'auth',
  'companies',
  'composer',
  'connections',
  'contacts',
  'conversation',
  'errors',
  'helps',
  'layout',
  'outbox',
  'plans',
  'preferences',
  'queues',
  'quickMessages',
  'schedules',
  'search',
  'settings',
  'shell',
  'subscription',
  'tags',
  'tickets',
  'todolist',
  'updates',
  'users',
] as const;

const useAllTexts = () => useTranslation(NAMESPACES);
type Texts = ReturnType<typeof useAllTexts>;
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
