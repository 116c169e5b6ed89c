import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { listContacts } from '@balcao/shared/features/contacts/calls.ts';
import * as contracts from '@balcao/shared/features/contacts/imports.ts';
import { uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startApi, type TestApi } from '../../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../../test/fixtures.ts';

export let api: TestApi;
export let company: CompanyFixture;
export let token: string;
export let companies = 0;

export async function send(bytes: Uint8Array, name = 'clientes.csv'): Promise<string> {
  const mediaId = crypto.randomUUID();
  const headers = { 'x-file-name': encodeURIComponent(name) };
  await api.call(uploadMedia, { params: { mediaId }, body: Buffer.from(bytes), headers, token });
  return mediaId;
}
export const upload = async (bytes: Uint8Array, name?: string) =>
  api.call(contracts.uploadContacts, { body: { mediaId: await send(bytes, name) }, token });

export const text = (lines: string[]) => Buffer.from(lines.join('\r\n'));

export type View = RouteOutput<typeof contracts.getImport>;
export const at = (importId: string) => ({ params: { importId }, token });
export const start = (draft: View, choice: object = {}) =>
  api.call(contracts.startImport, { ...at(draft.id), body: { meanings: draft.meanings, ...choice } });

export const names = async () => (await api.call(listContacts, { token })).contacts.map(({ name }) => name);

export const LINES = [
  'Nome;Telefone;E-mail;Cidade',
  'João;(11) 5511 98888-0001;j@x.test;São Paulo',
  'Ana;5511988880002;;',
];

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    company = await createCompany(api.database.admin, `Importadora ${++companies}`);
    token = await api.signIn(company.admin);
  });
}
