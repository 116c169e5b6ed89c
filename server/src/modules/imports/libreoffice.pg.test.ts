import { readFile } from 'node:fs/promises';
import { getContact, listContacts } from '@balcao/shared/features/contacts/calls.ts';
import { describe, expect, it } from 'vitest';
import { api, prepare, start, token, upload } from './testing/files.ts';

prepare();

const HEADINGS = ['Nome', 'Sobrenome', 'Telefone', 'E-mail', 'Nascimento', 'Cidade', 'Compras', 'Etiqueta'];
const PEOPLE = [
  ['João', 'Conceição', '5511988880001', 'joao@example.com', '14/03/1990', 'São Paulo', '19.75', 'João nº 1'],
  ['Ana', 'Nuñez', '(11) 98888-0002', 'ana@example.com', '01/12/1985', '', '12', 'Ana nº 2'],
];

const SHEETS = [
  ['Capa', false, 0],
  ['Preços', true, 2],
  ['Clientes', false, 4],
];
const TAKEN = [
  ['Ana Nuñez', '5511988880002', 'ana@example.com', '01/12/1985', '12', 'Ana nº 2'],
  [
    'Érica D’Ávila',
    '5511988880004',
    'erica@example.com',
    '09/07/1978',
    'Conceição do Araguaia',
    '99.5',
    'Érica nº 4',
  ],
  ['João Conceição', '5511988880001', 'joao@example.com', '14/03/1990', 'São Paulo', '19.75', 'João nº 1'],
  ['Zoë Müller', '5511988880003', '', '28/02/2001', 'Florianópolis', '0', 'Zoë nº 3'],
];

const read = (name: string) => readFile(new URL(`testing/libreoffice/${name}`, import.meta.url));

async function imported() {
  const { contacts } = await api.call(listContacts, { token });
  return Promise.all(
    contacts.map(async ({ id }) => {
      const { name, number, email, extraInfo } = await api.call(getContact, {
        params: { contactId: id },
        token,
      });
      return [name, number, email, ...extraInfo.map(({ value }) => value)];
    }),
  );
}

describe('a file of LibreOffice is taken over:', () => {
  it.each([
    ['clientes.xlsx', true],
    ['clientes.ods', true],
    ['clientes.fods', true],
    ['clientes.csv', false],
    ['clientes-utf16.csv', false],
  ])('%s', async (name, isWorkbook) => {
    const draft = await upload(await read(name), name);
    const { sheets, sheet, hasFormulas, headings, preview, total } = draft;
    expect([headings, preview.slice(0, 2), total]).toEqual([HEADINGS, PEOPLE, 4]);
    const found = sheets.map((one) => [one.name, one.isHidden, one.rows]);
    expect([found, sheet, hasFormulas]).toEqual(isWorkbook ? [SHEETS, 2, true] : [[], 0, false]);
    expect(await start(draft, { country: 'BR' })).toMatchObject({ state: 'done', created: 4, failed: 0 });
    expect(await imported()).toEqual(TAKEN);
  });
});
