import { useTranslation } from 'react-i18next';

export const NAMESPACES = [
  'common',
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
  'search',
  'settings',
  'shell',
  'subscription',
  'tags',
  'tickets',
  'todolist',
  'users',
] as const;

/** The texts of every namespace; keys always name theirs: `t('tickets:tabs.open')`. */
export const useTexts = () => useTranslation(NAMESPACES);
