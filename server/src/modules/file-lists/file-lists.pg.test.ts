import { listAudit } from '@balcao/shared/audit-log.ts';
import * as contracts from '@balcao/shared/features/file-lists/calls.ts';
import { MAX_LISTED_FILES } from '@balcao/shared/features/file-lists/row.ts';
import { downloadMedia, uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { sendMessage } from '@balcao/shared/features/messages/calls.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket, createUser } from '../../../test/fixtures.ts';

let api: TestApi;
let company: CompanyFixture;
let token: string;
let ana: string;
let companies = 0;

beforeAll(async () => {
  api = await startApi();
  await createCompany(api.database.admin, 'Operator');
});
afterAll(() => api.stop());
beforeEach(async () => {
  company = await createCompany(api.database.admin, `Loja ${++companies}`);
  token = await api.signIn(company.admin);
  ana = await api.signIn(company.ana);
});

const create = (more: object = {}) =>
  api.call(contracts.createFileList, {
    body: { name: 'Catálogo', message: 'Veja o catálogo', ...more },
    token,
  });
const upload = async (name: string) => {
  const mediaId = crypto.randomUUID();
  const headers = { 'content-type': 'application/octet-stream', 'x-file-name': name };
  await api.call(uploadMedia, { params: { mediaId }, body: Buffer.from(name), headers, token });
  return mediaId;
};
const namesOf = ({ options }: { options: { name: string; media: { name: string } | null }[] }) =>
  options.map(({ name, media }) => [name, media?.name ?? null]);
const part = (field: string, value: string) =>
  `--b\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`;
const filePart = (name: string) =>
  `--b\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\nbytes of ${name}\r\n`;
const form = (fileListId: number, parts: string[], more: object = {}) => ({
  params: { fileListId },
  body: `${parts.join('')}--b--\r\n`,
  headers: { 'content-type': 'multipart/form-data; boundary=b', ...more },
  token,
});

it('has a name, a message and files in their order, which a change may turn around', async () => {
  const [one, two] = [await upload('um.txt'), await upload('dois.txt')];
  const options = [{ name: 'Primeiro', mediaId: one }, { mediaId: two }, { name: 'Sem arquivo' }];
  const created = await create({ name: ' Catálogo ', options, userId: 7 });
  expect(created).toMatchObject({ name: 'Catálogo', message: 'Veja o catálogo' });
  expect(created.options[0]).toMatchObject({
    name: 'Primeiro',
    path: `/media/${one}`,
    mediaType: 'application/octet-stream',
    media: { id: one, state: 'stored', name: 'um.txt' },
  });
  expect(created.options[2]).toMatchObject({ name: 'Sem arquivo', path: null, mediaType: null, media: null });

  const params = { fileListId: created.id };
  const [first, second] = created.options.map(({ id }) => id);
  const turned = await api.call(contracts.updateFileList, {
    params,
    body: { options: [{ id: second, name: 'Dois' }, { mediaId: await upload('novo.txt') }, { id: first }] },
    token,
  });
  expect(namesOf(turned)).toEqual([
    ['Dois', 'dois.txt'],
    ['', 'novo.txt'],
    ['Primeiro', 'um.txt'],
  ]);
  expect([turned.options[0]?.id, turned.options[2]?.id]).toEqual([second, first]);
  expect(await api.call(contracts.getFileList, { params, token: ana })).toEqual(turned);
  const found = await api.call(contracts.listFileLists, { query: { searchParam: 'CATALOGO' }, token: ana });
  expect(found).toEqual({ files: [turned], hasMore: false });
  await api.call(contracts.deleteFileList, { params, token });
  await api.refused('ERR_NO_FILE_LIST_FOUND', contracts.getFileList, { params, token });
  const { entries } = await api.call(listAudit, { query: { entity: 'fileList' }, token });
  expect(entries.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
});

it('refuses what is no list, and files of others', async () => {
  const { id } = await create();
  const wrong: object[] = [
    { name: ' ab ' },
    { message: ' ' },
    { message: 'x'.repeat(65_537) },
    { options: Array.from({ length: MAX_LISTED_FILES + 1 }, () => ({})) },
    { options: [{ name: 'x'.repeat(256) }] },
  ];
  const params = { fileListId: id };
  for (const body of wrong)
    await api.refused('ERR_VALIDATION', contracts.updateFileList, { params, body, token });
  await api.refused('ERR_FILE_LIST_NAME_TAKEN', contracts.createFileList, {
    body: { name: 'catalogo', message: 'x' },
    token,
  });
  const other = await create({ name: 'Outra', options: [{ name: 'dela' }] });
  const put = (options: object[]) => ({ params, body: { options }, token });
  const theirs = other.options[0]?.id;
  await api.refused('ERR_NO_FILE_OPTION_FOUND', contracts.updateFileList, put([{ id: theirs }]));
  const { options } = await api.call(contracts.updateFileList, put([{ name: 'própria' }]));
  const own = { id: options[0]?.id };
  await api.refused('ERR_NO_FILE_OPTION_FOUND', contracts.updateFileList, put([own, own]));
  const mediaId = await upload('admin.txt');
  const sara = await createUser(api.database.admin, company.companyId, 'Sara', [], { profile: 'supervisor' });
  const change = { ...put([{ mediaId }]), token: await api.signIn(sara) };
  await api.refused('ERR_NO_MEDIA_FOUND', contracts.updateFileList, change);
  for (const contract of [contracts.createFileList, contracts.updateFileList, contracts.uploadListedFiles])
    await api.refused('ERR_NO_PERMISSION', contract, { params, token: ana });
});

it('takes several files of one form, each for the option of the same place', async () => {
  const { id, options } = await create({ options: [{ name: 'A' }, { name: 'B' }] });
  const [a, b] = options.map((option) => option.id);
  const parts = [
    part('fileId', String(id)),
    part('typeArch', 'fileList'),
    ...[filePart('b.txt'), part('mediaType', 'x'), part('name', 'Bê'), part('id', String(b))],
    ...[filePart('a.txt'), part('mediaType', 'x'), part('name', 'A'), part('id', String(a))],
    ...[filePart('c.txt'), part('mediaType', 'x'), part('name', 'Cê'), part('id', '')],
  ];
  const once = { 'idempotency-key': crypto.randomUUID() };
  const wanted = [
    ['A', 'a.txt'],
    ['Bê', 'b.txt'],
    ['Cê', 'c.txt'],
  ];
  for (const _repeat of [1, 2])
    expect(namesOf(await api.call(contracts.uploadListedFiles, form(id, parts, once)))).toEqual(wanted);
  const bare = await api.call(contracts.uploadListedFiles, {
    ...form(id, []),
    body: Buffer.from('alone'),
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'd.txt' },
  });
  expect(namesOf(bare)).toEqual([...wanted, ['', 'd.txt']]);

  const refuse = (code: Parameters<TestApi['refused']>[0], more: string[], listId = id) =>
    api.refused(code, contracts.uploadListedFiles, form(listId, more));
  await refuse('ERR_NO_FILE_OPTION_FOUND', [filePart('x.txt'), part('id', '999999')]);
  await refuse('ERR_VALIDATION', [filePart('x.txt'), part('id', '1; drop')]);
  await refuse('ERR_VALIDATION', [part('id', String(a))]);
  await refuse('ERR_NO_FILE_LIST_FOUND', [filePart('x.txt')], 999_999);
  const many = Array.from({ length: MAX_LISTED_FILES + 5 }, (_, index) => filePart(`${index}.txt`));
  await refuse('ERR_TOO_MANY_FILES', many);
  const params = { fileListId: id };
  expect(namesOf(await api.call(contracts.getFileList, { params, token }))).toHaveLength(4);
});

it('its files are everybody’s to fetch and to send, for as long as they are in a list or a message', async () => {
  const [sent, unsent] = [await upload('foi.txt'), await upload('ficou.txt')];
  const { id } = await create({ options: [{ mediaId: sent }, { mediaId: unsent }] });
  const fetched = async (mediaId: string) =>
    (await api.send(downloadMedia, { params: { mediaId }, token: ana })).statusCode;
  expect(await Promise.all([sent, unsent].map(fetched))).toEqual([200, 200]);
  const foreign = await createCompany(api.database.admin, `Vizinha ${companies}`);
  const theirs = await api.signIn(foreign.admin);
  await api.refused('ERR_NO_MEDIA_FOUND', downloadMedia, { params: { mediaId: sent }, token: theirs });

  const ticket = await createTicket(api.database.admin, company);
  await api.database
    .admin`update tickets set status = 'open', user_id = ${company.ana.id} where id = ${ticket.id}`;
  const params = { ticketId: ticket.id };
  await api.call(sendMessage, { params, body: { body: 'Veja', mediaId: sent }, token: ana });
  await api.call(contracts.deleteFileList, { params: { fileListId: id }, token });
  await api.run('unused files');
  expect(await Promise.all([sent, unsent].map(fetched))).toEqual([200, 404]);
});
