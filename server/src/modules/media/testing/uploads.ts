import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadMedia } from '@balcao/shared/features/media/calls.ts';
import { afterAll, beforeAll } from 'vitest';
import { startApi, type TestApi } from '../../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../../test/fixtures.ts';

/** A picture of one pixel. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
export const MEGABYTE = 1024 * 1024;

export let api: TestApi;
export let company: CompanyFixture;
export let tokens: Record<'admin' | 'ana' | 'bruno', string>;

export const upload = (
  bytes: Buffer,
  options: { id?: string; name?: string; token?: string; type?: string } = {},
) => ({
  params: { mediaId: options.id ?? crypto.randomUUID() },
  body: bytes,
  token: options.token ?? tokens.ana,
  headers: {
    'content-type': options.type ?? 'application/octet-stream',
    'x-file-name': encodeURIComponent(options.name ?? 'a.png'),
  },
});
export const download = (id: string, token = tokens.ana, headers: Record<string, string> = {}) =>
  api.send(downloadMedia, { params: { mediaId: id }, token, headers });
/** Whatever lies in the store, whole files and half ones. */
export const files = async () => {
  const entries = await readdir(join(api.deps.config.dataDir, 'media'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).length;
};

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    api = await startApi({ env: { BALCAO_MEDIA_LIMIT_MB: '1' } });
    // The first company is the operator's, which is never closed.
    await createCompany(api.database.admin, 'Operator');
    company = await createCompany(api.database.admin, 'Padaria');
    tokens = {
      admin: await api.signIn(company.admin),
      ana: await api.signIn(company.ana),
      bruno: await api.signIn(company.bruno),
    };
  });
  afterAll(() => api.stop());
}
