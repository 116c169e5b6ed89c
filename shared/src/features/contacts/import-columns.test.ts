import { expect, test } from 'vitest';
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import { readContact, writePairs } from './import-columns.ts';
import { exportHeadings, guessMeanings, isExport } from './import-headings.ts';
import pt from './pt.json' with { type: 'json' };

test.each([
  [
    ['Nome', 'Telefone', 'E-mail', 'CPF', ''],
    ['name', 'number', 'email', 'extra', 'skip'],
  ],
  [
    ['Full name', 'WhatsApp', 'Phone', 'email'],
    ['name', 'number', 'number', 'email'],
  ],
  [
    ['Número', 'Razão social'],
    ['number', 'name'],
  ],
  [
    ['Nombre', 'Móvil', 'Correo electrónico'],
    ['name', 'number', 'email'],
  ],
])('%j are read as %j', (headings, meanings) => {
  expect(guessMeanings(headings)).toEqual(meanings);
});

test.each(['pt', 'en', 'es'] as const)('a report and an export in %s are known', (language) => {
  const { importRow, importProblem } = { pt, en, es }[language];
  const report = [importRow, importProblem];
  expect(guessMeanings([...report, 'Nome', 'Telefone', 'Linha'])).toEqual([
    ...['skip', 'skip', 'name', 'number', 'extra'],
  ]);
  const exported = exportHeadings(language);
  const meanings = ['name', 'number', 'email', 'pairs', 'notes', 'skip'];
  expect(guessMeanings(exported.slice(0, 5))).toEqual(meanings.slice(0, 5));
  expect(guessMeanings(['Nome', ...exported.slice(5)])).toEqual(['name', 'extra']);
  expect(guessMeanings(exported)).toEqual(meanings);
  expect(guessMeanings([...report, ...exported, 'CPF'])).toEqual(['skip', 'skip', ...meanings, 'extra']);
  expect([exported, [...report, ...exported], exported.slice(0, 4)].map(isExport)).toEqual([
    true,
    true,
    false,
  ]);
});

test('extra information comes back from one cell as it was', () => {
  const columns = { headings: ['Número', 'Extra'], meanings: ['number', 'pairs'], country: null } as const;
  const back = (cell: string) => {
    const contact = readContact(['5511987654321', cell], columns);
    return typeof contact === 'string' ? contact : contact.extraInfo;
  };
  const pairs = [
    { name: 'CPF', value: '123' },
    { name: 'CPF', value: 'a: b' },
    { name: 'Site: own', value: 'https://x.test\nC:\\new' },
    { name: 'https://x', value: '' },
    { name: '\\', value: ':' },
  ];
  expect(back(writePairs(pairs))).toEqual(pairs);
  expect(back('VIP\r\nCidade: Recife\n\n: x')).toEqual([
    { name: 'Extra', value: 'VIP' },
    { name: 'Cidade', value: 'Recife' },
    { name: 'Extra', value: ': x' },
  ]);
  expect(back('a: b\n'.repeat(60))).toHaveLength(50);
});

const read = (...cells: string[]) =>
  readContact(cells, {
    headings: ['Nome', 'Telefone', 'E-mail', 'CPF'],
    meanings: ['name', 'number', 'email', 'extra'],
    country: 'BR',
  });

test('a row is a contact, or says what is wrong', () => {
  expect(read(' Maria ', '+55 (11) 98765-4321', 'M@X.test', '1')).toEqual({
    name: 'Maria',
    number: '5511987654321',
    email: 'm@x.test',
    extraInfo: [{ name: 'CPF', value: '1' }],
    notes: '',
  });
  expect(read('', '5511987654321')).toMatchObject({ name: '', extraInfo: [] });
  expect(read('+55 11 98765-4321', '5511987654321')).toMatchObject({ name: '' });
  expect(read('Maria', '(11) 98765-4321')).toMatchObject({ number: '5511987654321' });
  const columns = { headings: ['Telefone', ''], meanings: ['number', 'extra'], country: null } as const;
  expect(readContact(['5511987654321', 'x'], columns)).toMatchObject({
    extraInfo: [{ name: '#2', value: 'x' }],
  });
  expect(read('Maria', 'call me')).toBe('number');
  expect(['5,51199E+12', '5.51199e+12', '5E12'].map((number) => read('Maria', number))).toEqual(
    Array(3).fill('rounded'),
  );
  expect(read('M', '5511987654321')).toBe('name');
  expect(read('x'.repeat(1_001), '5511987654321')).toBe('name');
  const longest = 'Associação dos Moradores e Amigos do Bairro Jardim das Palmeiras ';
  expect(read(longest, '5511987654321')).toMatchObject({ name: longest.trim(), extraInfo: [] });
  const longer = `${'x'.repeat(119)}é!`;
  expect(read(longer, '5511987654321', '', '1')).toMatchObject({
    name: `${'x'.repeat(119)}é`,
    extraInfo: [
      { name: 'Nome', value: longer },
      { name: 'CPF', value: '1' },
    ],
  });
  expect(read('Maria', '5511987654321', 'nobody@')).toBe('email');
  expect(read()).toBe('noNumber');
  expect(read('Bia', ' ')).toBe('noNumber');
});

const list = (line: string) => line.split(',');

test.each([
  [
    'Google, since 2024',
    'First Name,Middle Name,Last Name,Nickname,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
    'name,name,name,extra,notes,skip,skip,skip,email,skip,number,skip,number',
  ],
  [
    'Google, before',
    'Name,Given Name,Additional Name,Family Name,Group Membership,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value',
    'name,skip,skip,skip,skip,skip,email,skip,number',
  ],
  [
    'Google, before, without whole names',
    'Given Name,Family Name,Phone 1 - Type,Phone 1 - Value',
    'name,name,skip,number',
  ],
  [
    'Outlook in English',
    'Title,First Name,Middle Name,Last Name,Company,Business Fax,Business Phone,Business Phone 2,Mobile Phone,E-mail Address,E-mail 2 Address,Notes',
    'extra,name,name,name,extra,extra,number,number,number,email,extra,notes',
  ],
  [
    'Outlook in Portuguese',
    'Nome,Segundo Nome,Sobrenome,Empresa,Fax comercial,Telefone comercial,Telefone celular,Endereço de email,Anotações',
    'name,name,name,extra,extra,number,number,email,notes',
  ],
  [
    'Outlook in the Portuguese of Portugal',
    'Nome,Apelido,Empresa,Telefone (emprego),Telefone (emprego) 2,Telemóvel,Fax (emprego),Endereço de correio eletrónico',
    'name,name,extra,number,number,number,extra,email',
  ],
  ['Portugal', 'Nome Próprio,Apelido,Telefone', 'name,name,number'],
  ['Brazil, with a nickname', 'Nome,Apelido,Celular', 'name,extra,number'],
  [
    'Outlook in Spanish',
    'Nombre,Segundo nombre,Apellidos,Fax del trabajo,Teléfono del trabajo,Particular,Móvil,Dirección de correo electrónico,Notas',
    'name,name,name,extra,number,number,number,email,notes',
  ],
  ['a list in English', 'Last Name,First Name,Phone,Work phone', 'name,name,number,number'],
  ['a whole name with a part', 'Nome completo,Sobrenome,Celular,Telefone', 'name,skip,number,number'],
])('the columns of %s are known', (_, headings, meanings) => {
  expect(guessMeanings(list(headings))).toEqual(list(meanings));
});

test.each([
  ...[
    'Telefone,Celular',
    'Fone,Fax',
    'Telefone,WhatsApp',
    'Telefone 1,Telefone 2',
    'Fone 1,Fone 2',
    'Celular_1,Celular_2',
  ],
  ...[
    'Tel.,Cel.',
    'Nº do telefone,Tel. Residencial',
    'Telefone (fixo),Telefone móvel',
    'Telefone/WhatsApp,Operadora celular',
  ],
  ...['Celular do responsável,Phone 2', 'Home phone,Cell', 'Mobile number,Telephone', 'Phone,Phone type'],
  ...[
    'Teléfono,Móvil',
    'Teléfono fijo,Núm. de celular',
    'Tel. casa,Modelo do celular',
    'Telefone,Telefone do contador',
  ],
])('of %s each that is a telephone is one', (headings) => {
  const isOther = /Fax|Operadora|type|Modelo|contador/;
  const expected = list(headings).map((heading) => (isOther.test(heading) ? 'extra' : 'number'));
  expect(guessMeanings(['Nome', ...list(headings)])).toEqual(['name', ...expected]);
});

test.each([
  ['Telefone,Celular', '1133330001,11988880001', '5511988880001'],
  ['Telefone,Celular', ',11988880001', '5511988880001'],
  ['Telefone,Celular', '1133330001,', '551133330001'],
  ['Tel.,Cel.', '1133330001,1133330002', '551133330002'],
  ['tel_1,cel_1', '1133330001,1133330002', '551133330002'],
  ['Celular,WhatsApp', '11988880001,1133330001', '551133330001'],
  ['Telefone 1,Telefone 2', '1133330001,11988880001', '5511988880001'],
  ['Telefone fixo,Telefone móvel', '11988880001,11988880002', '5511988880002'],
  ['Telefone,WhatsApp', '11988880001,Sim', '5511988880001'],
])('of %s with %s the number is %s', (headings, cells, number) => {
  const columns = {
    headings: list(headings),
    meanings: guessMeanings(list(headings)),
    country: 'BR',
  } as const;
  expect(readContact(list(cells), columns)).toMatchObject({ number });
});

test('parts of a name are joined, the last one behind the others', () => {
  const headings = ['Last Name', 'First Name', 'Phone'];
  const columns = { headings, meanings: guessMeanings(headings), country: 'BR' } as const;
  expect(readContact(['Lima', 'Rita', '11987654321'], columns)).toMatchObject({ name: 'Rita Lima' });
  expect(readContact(['Lima', '', '11987654321'], columns)).toMatchObject({ name: 'Lima' });
});

test('who has no name is called by what else the row says', () => {
  const headings = list('First Name,Last Name,Organization Name,Nickname,File As,Phone 1 - Value');
  const columns = { headings, meanings: guessMeanings(headings), country: 'BR' } as const;
  const called = (...cells: string[]) => {
    const contact = readContact([...cells, '11987654321'], columns);
    return typeof contact === 'string'
      ? contact
      : [contact.name, ...contact.extraInfo.map(({ value }) => value)];
  };
  expect(called('Rita', 'Lima', 'Aurora', 'Ri', 'Lima, Rita')).toEqual([
    'Rita Lima',
    'Aurora',
    'Ri',
    'Lima, Rita',
  ]);
  expect(called('', '', 'Aurora', 'Ri', 'Lima, Rita')).toEqual(['Lima, Rita', 'Aurora', 'Ri']);
  expect(called('', '', 'Aurora', 'Ri', '')).toEqual(['Ri', 'Aurora']);
  expect(called('', ' ', 'Aurora', '', '')).toEqual(['Aurora']);
  expect(called('', '', '', '', '')).toEqual(['']);
  const ofList = { ...columns, meanings: columns.meanings.map((one) => (one === 'extra' ? 'skip' : one)) };
  expect(readContact(['', '', 'Aurora', '', '', '11987654321'], ofList)).toMatchObject({ name: 'Aurora' });
  const nameless = { ...columns, meanings: columns.meanings.map((one) => (one === 'name' ? 'skip' : one)) };
  expect(readContact(['', '', 'Aurora', '', '', '11987654321'], nameless)).toMatchObject({ name: '' });
});

test('further numbers, extensions and e-mails are extra information', () => {
  const columns = {
    headings: ['Mobile Phone', 'Business Phone', 'E-mail 1 - Value'],
    meanings: ['number', 'number', 'email'],
    country: 'BR',
  } as const;
  expect(
    readContact(['11987654321 x7', '1133330000 ramal 12 / 1133330001', 'A@x.test ::: b@x.test'], columns),
  ).toMatchObject({
    number: '5511987654321',
    email: 'a@x.test',
    extraInfo: [
      { name: 'Mobile Phone', value: 'x7' },
      { name: 'Business Phone', value: '1133330000 ramal 12' },
      { name: 'Business Phone', value: '1133330001' },
      { name: 'E-mail 1 - Value', value: 'b@x.test' },
    ],
  });
  expect(readContact(['5,51E+12', '1133330000'], columns)).toMatchObject({ number: '551133330000' });
  expect(readContact(['5,51E+12', 'x'], columns)).toBe('rounded');
  expect(readContact(['', ''], columns)).toBe('noNumber');
});
