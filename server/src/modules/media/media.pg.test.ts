import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadMedia, uploadMedia } from '@balcao/shared/api/media.ts';
import { sendMessage } from '@balcao/shared/api/messages.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket } from '../../../test/fixtures.ts';

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const MEGABYTE = 1024 * 1024;

let api: TestApi;
let company: CompanyFixture;
let tokens: Record<'admin' | 'ana' | 'bruno', string>;

beforeAll(async () => {
  api = await startApi({ env: { BALCAO_MEDIA_LIMIT_MB: '1' } });
  company = await createCompany(api.database.admin, 'Padaria');
  tokens = {
    admin: await api.signIn(company.admin),
    ana: await api.signIn(company.ana),
    bruno: await api.signIn(company.bruno),
  };
});
afterAll(() => api.stop());

const upload = (
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
const download = (id: string, token = tokens.ana, headers: Record<string, string> = {}) =>
  api.send(downloadMedia, { params: { mediaId: id }, token, headers });
/** Whatever lies in the store, whole files and half ones. */
const files = async () => {
  const entries = await readdir(join(api.deps.config.dataDir, 'media'), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).length;
};

describe('uploading', () => {
  it('keeps the bytes, tells the type from them, and is harmless when repeated', async () => {
    const call = upload(PNG, { name: '../..\\x/fo\u0000to\u202Egnp.html', type: 'text/html' });
    const view = await api.call(uploadMedia, call);
    expect(view).toEqual({
      id: call.params.mediaId,
      state: 'stored',
      mime: 'image/png',
      size: PNG.length,
      name: 'fotognp.html',
      width: null,
      height: null,
      seconds: null,
    });
    const before = await files();
    expect(await api.call(uploadMedia, upload(randomBytes(99), { id: view.id }))).toEqual(view);
    await Promise.all(Array.from({ length: 5 }, () => api.call(uploadMedia, upload(PNG, { id: view.id }))));
    expect(await files()).toBe(before);
    const [row] = await api.database.admin`select sha256, path from media where id = ${view.id}`;
    expect(row?.sha256).toEqual(createHash('sha256').update(PNG).digest());
    expect(row?.path).toMatch(new RegExp(`^${company.companyId}/[\\da-f]{2}/[\\da-f]{40}$`));
  });

  it('stores one of several uploads of the same id at once', async () => {
    const before = await files();
    const id = crypto.randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => api.send(uploadMedia, upload(PNG, { id }))),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(8).fill(201));
    expect(await files()).toBe(before + 1);
  });

  it('leaves nothing behind of what it refuses', async () => {
    const before = await files();
    const tooLarge = upload(Buffer.alloc(MEGABYTE + 1));
    await api.refused('ERR_BODY_TOO_LARGE', uploadMedia, tooLarge);
    await api.refused('ERR_VALIDATION', uploadMedia, upload(Buffer.alloc(0)));
    await api.refused('ERR_VALIDATION', uploadMedia, { ...upload(PNG), params: { mediaId: 'x' } });
    await api.refused('ERR_VALIDATION', uploadMedia, { ...upload(PNG), headers: { 'x-file-name': '%' } });
    await api.refused('ERR_SESSION_EXPIRED', uploadMedia, { ...upload(PNG), token: undefined });
    const colleagues = await api.call(uploadMedia, upload(PNG, { token: tokens.bruno }));
    await api.refused('ERR_IDEMPOTENCY_KEY_REUSED', uploadMedia, upload(PNG, { id: colleagues.id }));
    expect(await files()).toBe(before + 1);
  });

  it('stops a stream that hides how long it is', async () => {
    const endless = async function* () {
      for (;;) yield new Uint8Array(64 * 1024);
    };
    const before = await files();
    const put = api.deps.storage.put(company.companyId, endless(), { limit: MEGABYTE });
    await expect(put).rejects.toMatchObject({ code: 'ERR_BODY_TOO_LARGE' });
    expect(await files()).toBe(before);
  });
});

describe('downloading', () => {
  it('gives whole files and ranges', async () => {
    const bytes = Buffer.concat([PNG, randomBytes(1000)]);
    const { id } = await api.call(uploadMedia, upload(bytes, { name: 'foto (1)’.png' }));
    const whole = await download(id);
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload).toEqual(bytes);
    expect(whole.headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'content-disposition': "inline; filename*=UTF-8''foto%20%281%29%E2%80%99.png",
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'no-store',
    });
    const last = bytes.length - 1;
    const cases: [string, number, number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=10-19', 10, 19],
      ['bytes=1000-', 1000, last],
      ['bytes=-5', last - 4, last],
      ['bytes=5-999999', 5, last],
    ];
    for (const [range, start, end] of cases) {
      const part = await download(id, tokens.ana, { range });
      expect(part.statusCode).toBe(206);
      expect(part.headers['content-range']).toBe(`bytes ${start}-${end}/${bytes.length}`);
      expect(part.rawPayload).toEqual(bytes.subarray(start, end + 1));
    }
    for (const range of ['bytes=5-2', 'bytes=a-b', 'bytes=0-1,3-4', 'items=0-1', 'bytes=-'])
      expect((await download(id, tokens.ana, { range })).statusCode).toBe(200);
    for (const range of [`bytes=${bytes.length}-`, 'bytes=-0']) {
      const none = await download(id, tokens.ana, { range });
      expect([none.statusCode, none.headers['content-range'], none.body]).toEqual([
        416,
        `bytes */${bytes.length}`,
        '',
      ]);
    }
  });

  it('shows nothing in place that could carry a script', async () => {
    const html = Buffer.from('<html><script>alert(1)</script></html>');
    const svg = Buffer.from(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    );
    const pdf = Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\n');
    for (const bytes of [html, svg, pdf]) {
      const { id } = await api.call(uploadMedia, upload(bytes, { name: 'x.png', type: 'image/png' }));
      const { headers } = await download(id);
      expect(headers['content-disposition']).toMatch(/^attachment/);
      expect(headers['content-type']).not.toMatch(/html|image\/png/);
    }
  });

  it('gives a file whatever type its sender has invented', async () => {
    const file = await api.call(uploadMedia, upload(Buffer.from('sem assinatura')));
    for (const mime of ['text/x\r\nset-cookie: a=b', 'imagem/ção', 'x'.repeat(120), '']) {
      await api.database.admin`update media set mime = ${mime} where id = ${file.id}`;
      const { statusCode, headers } = await download(file.id);
      expect([statusCode, headers['content-type'], headers['set-cookie']]).toEqual([
        200,
        'application/octet-stream',
        undefined,
      ]);
      expect(headers['content-disposition']).toMatch(/^attachment/);
    }
  });

  it('is for the uploader and for those who see a ticket that carries the file', async () => {
    const { id } = await api.call(uploadMedia, upload(PNG));
    expect((await download(id, tokens.bruno)).json().error).toBe('ERR_NO_MEDIA_FOUND');
    expect((await download(id, tokens.admin)).json().error).toBe('ERR_NO_MEDIA_FOUND');

    const ticket = await createTicket(api.database.admin, company, { userId: company.ana.id });
    const sent = await api.call(sendMessage, {
      params: { ticketId: ticket.id },
      body: { mediaId: id },
      token: tokens.ana,
    });
    expect(sent).toMatchObject({ mediaType: 'image', media: { id, state: 'stored', name: 'a.png' } });
    expect((await download(id, tokens.admin)).statusCode).toBe(200);
    expect((await download(id, tokens.bruno)).json().error).toBe('ERR_NO_MEDIA_FOUND');
    await api.database.admin`update tickets set queue_id = ${company.queues.sales} where id = ${ticket.id}`;
    expect((await download(id, tokens.bruno)).statusCode).toBe(200);
  });

  it('says so while a file is on its way and when it is gone', async () => {
    const [pending, lost] = [crypto.randomUUID(), crypto.randomUUID()];
    await api.database.admin`insert into media (company_id, id, state, mime, uploaded_by)
      values (${company.companyId}, ${pending}, 'pending', 'image/jpeg', ${company.ana.id})`;
    await api.database.admin`insert into media (company_id, id, state, mime, uploaded_by, path, size)
      values (${company.companyId}, ${lost}, 'stored', 'image/jpeg', ${company.ana.id},
        ${`${company.companyId}/aa/${'a'.repeat(40)}`}, 5)`;
    await api.refused('ERR_MEDIA_NOT_READY', downloadMedia, {
      params: { mediaId: pending },
      token: tokens.ana,
    });
    await api.refused('ERR_NO_MEDIA_FOUND', downloadMedia, { params: { mediaId: lost }, token: tokens.ana });
  });
});
