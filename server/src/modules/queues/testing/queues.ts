import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startApi, type TestApi } from '../../../../test/api.ts';
import { type CompanyFixture, createCompany } from '../../../../test/fixtures.ts';

export let api: TestApi;
export let company: CompanyFixture;
export let admin: string;
export let companies = 0;

export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==',
  'base64',
);

/** A form with one file, as browsers and curl send it. */
export function form(name: string, bytes: Buffer, fields: Record<string, string> = {}) {
  const boundary = 'balcao-boundary';
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/html\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(parts.join('') + head),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** Opens what these tests share, before the first of a file, and closes it after the last. */
export function prepare(): void {
  beforeAll(async () => {
    api = await startApi();
    await createCompany(api.database.admin, 'Operator');
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    company = await createCompany(api.database.admin, `Loja ${++companies}`);
    admin = await api.signIn(company.admin);
  });
}
