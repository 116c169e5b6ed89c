import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { IconSettings } from '@tabler/icons-react';
import { expect, it } from 'vitest';
import type { PageEntry } from '../kit/pages.ts';
import { findInArea } from './area-search.ts';

const TEXTS: Record<string, Record<string, unknown>> = {
  settings: {
    title: 'Configurações',
    tabs: { options: 'Opções', schedules: 'Horários' },
    options: { scheduleType: 'Os horários valem por', asaas: 'Token do Asaas' },
    hints: { scheduleType: 'A empresa inteira tem um horário, ou cada fila tem o seu.' },
  },
  queues: {
    title: 'Filas e chatbot',
    add: 'Nova fila',
    hours: 'Horário de atendimento',
    token: 'Token',
    errors: { ERR_QUEUE_NAME_TAKEN: 'Fila repetida' },
    menu: { forward: 'Fila de destino', after: 'vai para a fila {{queue}}' },
  },
};
const texts = {
  of: (key: string) => key.split(/[:.]/).reduce<unknown>((found, part) => at(found, part), TEXTS) as string,
  all: (namespace: string) => TEXTS[namespace] ?? {},
  same: 'horário expediente; fila setor',
};
const at = (found: unknown, part: string) => (found as Record<string, unknown>)[part];

const shared = { icon: IconSettings, render: () => null } as const;
const options: PageEntry = {
  ...shared,
  title: 'settings:title',
  group: 'administration',
  path: '/settings',
  hasOptions: true,
  parts: [
    { title: 'settings:options.scheduleType', path: '/settings' },
    { title: 'settings:options.asaas', path: '/settings', shownIf: ({ profile }) => profile === 'admin' },
    {
      title: 'settings:tabs.schedules',
      path: '/settings/schedules',
      shownIf: ({ profile }) => profile === 'admin',
    },
  ],
};
const queues: PageEntry = { ...shared, title: 'queues:title', group: 'rules', path: '/queues' };

const found = (search: string, profile = 'admin') =>
  findInArea([options, queues], { profile } as SessionUser, search, texts).map(({ path, label }) => [
    path,
    label,
  ]);

it('finds pages by their names first, and then what stands on a page under such a label', () => {
  expect(found('FILA')).toEqual([
    ['/queues', null],
    ['/queues', 'Fila de destino'],
  ]);
  expect(found('token')).toEqual([
    ['/settings', 'Token do Asaas'],
    ['/queues', 'Token'],
  ]);
  expect(found('token', 'supervisor')).toEqual([['/queues', 'Token']]);
  expect(found('nada disso')).toEqual([]);
});

it('finds with and without accents, all words in any order, and parts that the person may open', () => {
  expect(found('horario')).toEqual([
    ['/settings', 'Os horários valem por'],
    ['/settings/schedules', 'Horários'],
    ['/queues', 'Horário de atendimento'],
  ]);
  expect(found('expediente atendimento')).toEqual([['/queues', 'Horário de atendimento']]);
  expect(found('atendimento horário', 'supervisor')).toEqual([['/queues', 'Horário de atendimento']]);
});
