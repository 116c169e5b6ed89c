import { expect, it } from 'vitest';
import { paletteFilter } from './palette-filter.ts';

const groups = [
  {
    group: 'Administração',
    actions: [
      { id: 'users', label: 'Usuários' },
      { id: 'audit', label: 'Auditoria' },
    ],
  },
  {
    group: 'Ações',
    actions: [
      { id: 'en', label: 'Idioma: English' },
      { id: 'out', label: 'Sair' },
    ],
  },
];
const found = (query: string) =>
  paletteFilter(query, 'usuário funcionário equipe; idioma língua', groups).flatMap((entry) =>
    'actions' in entry ? entry.actions.map(({ id }) => id) : [entry.id],
  );

it.each([
  ['usuarios', ['users']],
  ['USUÁ', ['users']],
  ['u', ['users', 'audit']],
  ['english idioma', ['en']],
  ['', ['users', 'audit', 'en', 'out']],
  ['funcionario', ['users']],
  ['língua english', ['en']],
  ['nada', []],
])('finds by %s', (query, ids) => {
  expect(found(query)).toEqual(ids);
});
