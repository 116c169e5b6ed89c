import type { Language } from '@balcao/shared/bridge/methods.ts';
import type accounts from '@balcao/shared/i18n/pt/accounts.json';
import type audit from '@balcao/shared/i18n/pt/audit.json';
import type auth from '@balcao/shared/i18n/pt/auth.json';
import type common from '@balcao/shared/i18n/pt/common.json';
import type companies from '@balcao/shared/i18n/pt/companies.json';
import type composer from '@balcao/shared/i18n/pt/composer.json';
import type connections from '@balcao/shared/i18n/pt/connections.json';
import type contacts from '@balcao/shared/i18n/pt/contacts.json';
import type conversation from '@balcao/shared/i18n/pt/conversation.json';
import type helps from '@balcao/shared/i18n/pt/helps.json';
import type layout from '@balcao/shared/i18n/pt/layout.json';
import type media from '@balcao/shared/i18n/pt/media.json';
import type outbox from '@balcao/shared/i18n/pt/outbox.json';
import type plans from '@balcao/shared/i18n/pt/plans.json';
import type preferences from '@balcao/shared/i18n/pt/preferences.json';
import type queues from '@balcao/shared/i18n/pt/queues.json';
import type quickMessages from '@balcao/shared/i18n/pt/quickMessages.json';
import type schedules from '@balcao/shared/i18n/pt/schedules.json';
import type search from '@balcao/shared/i18n/pt/search.json';
import type settings from '@balcao/shared/i18n/pt/settings.json';
import type shell from '@balcao/shared/i18n/pt/shell.json';
import type subscription from '@balcao/shared/i18n/pt/subscription.json';
import type tags from '@balcao/shared/i18n/pt/tags.json';
import type tickets from '@balcao/shared/i18n/pt/tickets.json';
import type todolist from '@balcao/shared/i18n/pt/todolist.json';
import type updates from '@balcao/shared/i18n/pt/updates.json';
import type users from '@balcao/shared/i18n/pt/users.json';
import i18next, { type ResourceLanguage } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { NAMESPACES } from './use-texts.ts';

/** Keys are checked against the Portuguese texts, which are written first. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: {
      accounts: typeof accounts;
      audit: typeof audit;
      auth: typeof auth;
      common: typeof common;
      companies: typeof companies;
      composer: typeof composer;
      connections: typeof connections;
      contacts: typeof contacts;
      conversation: typeof conversation;
      helps: typeof helps;
      layout: typeof layout;
      media: typeof media;
      outbox: typeof outbox;
      plans: typeof plans;
      preferences: typeof preferences;
      queues: typeof queues;
      quickMessages: typeof quickMessages;
      schedules: typeof schedules;
      search: typeof search;
      settings: typeof settings;
      shell: typeof shell;
      subscription: typeof subscription;
      tags: typeof tags;
      tickets: typeof tickets;
      todolist: typeof todolist;
      updates: typeof updates;
      users: typeof users;
    };
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
    ns: NAMESPACES,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}
