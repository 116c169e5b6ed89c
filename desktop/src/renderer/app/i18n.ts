import type { Language } from '@balcao/shared/bridge/methods.ts';
import enAuth from '@balcao/shared/i18n/en/auth.json';
import enCommon from '@balcao/shared/i18n/en/common.json';
import enConnections from '@balcao/shared/i18n/en/connections.json';
import enErrors from '@balcao/shared/i18n/en/errors.json';
import enLayout from '@balcao/shared/i18n/en/layout.json';
import enShell from '@balcao/shared/i18n/en/shell.json';
import enTickets from '@balcao/shared/i18n/en/tickets.json';
import esAuth from '@balcao/shared/i18n/es/auth.json';
import esCommon from '@balcao/shared/i18n/es/common.json';
import esConnections from '@balcao/shared/i18n/es/connections.json';
import esErrors from '@balcao/shared/i18n/es/errors.json';
import esLayout from '@balcao/shared/i18n/es/layout.json';
import esShell from '@balcao/shared/i18n/es/shell.json';
import esTickets from '@balcao/shared/i18n/es/tickets.json';
import ptAuth from '@balcao/shared/i18n/pt/auth.json';
import ptCommon from '@balcao/shared/i18n/pt/common.json';
import ptConnections from '@balcao/shared/i18n/pt/connections.json';
import ptErrors from '@balcao/shared/i18n/pt/errors.json';
import ptLayout from '@balcao/shared/i18n/pt/layout.json';
import ptShell from '@balcao/shared/i18n/pt/shell.json';
import ptTickets from '@balcao/shared/i18n/pt/tickets.json';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { NAMESPACES } from './use-texts.ts';

const pt = {
  auth: ptAuth,
  common: ptCommon,
  connections: ptConnections,
  errors: ptErrors,
  layout: ptLayout,
  shell: ptShell,
  tickets: ptTickets,
};
const en = {
  auth: enAuth,
  common: enCommon,
  connections: enConnections,
  errors: enErrors,
  layout: enLayout,
  shell: enShell,
  tickets: enTickets,
};
const es = {
  auth: esAuth,
  common: esCommon,
  connections: esConnections,
  errors: esErrors,
  layout: esLayout,
  shell: esShell,
  tickets: esTickets,
};

/** Keys are checked against the Portuguese texts, which are written first. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: typeof pt;
  }
}

/** All three languages are in the program: switching is immediate and works without a network. */
export async function startI18n(language: Language): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'pt',
    resources: { pt, en, es },
    ns: NAMESPACES,
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}
