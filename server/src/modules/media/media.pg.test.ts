import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { uploadedMedia, uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { describe, expect, it } from 'vitest';
import { createCompany } from '../../../test/fixtures.ts';
import { api, company, download, files, MEGABYTE, PNG, prepare, tokens, upload } from './testing/uploads.ts';

prepare();

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
      width: 1,
      height: 1,
      seconds: null,
      voice: false,
      waveform: null,
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

  it('refuses programs, and whatever is not what its sender says', async () => {
    const before = await files();
    for (const name of ['nota.pdf.exe', 'foto.JPG.LnK', 'a.bat. .', 'x.ps1'])
      await api.refused('ERR_UNSUPPORTED_MEDIA_TYPE', uploadMedia, upload(Buffer.from('echo'), { name }));
    const elf = Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(200)]);
    await api.refused('ERR_UNSUPPORTED_MEDIA_TYPE', uploadMedia, upload(elf, { name: 'foto.png' }));
    const other = upload(PNG);
    await api.refused('ERR_MEDIA_CORRUPT', uploadMedia, {
      ...other,
      headers: { ...other.headers, 'x-sha256': 'ab'.repeat(32) },
    });
    expect(await files()).toBe(before);
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

describe('uploading in pieces', () => {
  const bytes = randomBytes(300_000);
  const part = (id: string, start: number, end: number, more: { total?: number; from?: Buffer } = {}) => {
    const call = upload((more.from ?? bytes).subarray(start, end), { id, name: 'a.bin' });
    const range = `bytes ${start}-${end - 1}/${more.total ?? bytes.length}`;
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { ...call, headers: { ...call.headers, 'content-range': range, 'x-sha256': sha256 } };
  };
  const received = (id: string, token = tokens.ana) =>
    api.call(uploadedMedia, { params: { mediaId: id }, token });

  it('goes on where it stopped, and is whole in the end', async () => {
    const id = crypto.randomUUID();
    expect(await received(id)).toEqual({ received: 0, complete: false });
    expect(await api.call(uploadMedia, part(id, 0, 100_000))).toMatchObject({
      state: 'pending',
      size: 100_000,
    });
    expect(await received(id)).toEqual({ received: 100_000, complete: false });
    const { params } = await api.refused('ERR_UPLOAD_OFFSET', uploadMedia, part(id, 0, 100_000));
    expect(params).toEqual({ received: 100_000 });
    await api.refused('ERR_UPLOAD_OFFSET', uploadMedia, part(id, 200_000, 300_000));
    const whole = await api.call(uploadMedia, part(id, 100_000, 300_000));
    expect(whole).toMatchObject({ state: 'stored', size: 300_000 });
    expect(await api.call(uploadMedia, part(id, 0, 300_000))).toEqual(whole);
    expect(await received(id)).toEqual({ received: 300_000, complete: true });
    expect((await download(id)).rawPayload).toEqual(bytes);
  });

  it('keeps what came before the line was cut', async () => {
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const id = crypto.randomUUID();
    const { headers } = part(id, 0, 300_000);
    const line = connect(Number(new URL(url).port), '127.0.0.1');
    const fields = {
      ...headers,
      host: 'x',
      authorization: `Bearer ${tokens.ana}`,
      'content-length': 300_000,
    };
    const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
    line.write(`PUT /media/${id} HTTP/1.1\r\n${head.join('')}\r\n`);
    line.write(bytes.subarray(0, 123_456));
    await expect.poll(async () => (await received(id)).received).toBe(123_456);
    line.destroy();
    expect(await api.call(uploadMedia, part(id, 123_456, 300_000))).toMatchObject({ state: 'stored' });
    expect((await download(id)).rawPayload).toEqual(bytes);

    // A line that died without a word is taken over by the next one of the same sender.
    const other = crypto.randomUUID();
    const dead = connect(Number(new URL(url).port), '127.0.0.1');
    dead.write(`PUT /media/${other} HTTP/1.1\r\n${head.join('')}\r\n`);
    dead.write(bytes.subarray(0, 50_000));
    await expect.poll(async () => (await received(other)).received).toBe(50_000);
    expect(await api.call(uploadMedia, part(other, 50_000, 300_000))).toMatchObject({ state: 'stored' });
    dead.destroy();
  });

  it('is finished by a repetition when a crash came between its last byte and its row', async () => {
    const id = crypto.randomUUID();
    const file = api.deps.storage.piecemeal(company.companyId, `${company.ana.id} ${id}`);
    await file.append(Readable.from([bytes]), { at: 0, limit: bytes.length });
    expect(await received(id)).toEqual({ received: bytes.length, complete: false });
    expect(await api.call(uploadMedia, part(id, 0, 300_000))).toMatchObject({ state: 'stored' });
    expect((await download(id)).rawPayload).toEqual(bytes);
  });

  it('is thrown away when it is not what was said, or too much', async () => {
    const id = crypto.randomUUID();
    await api.refused('ERR_MEDIA_CORRUPT', uploadMedia, part(id, 0, 300_000, { from: randomBytes(300_000) }));
    expect(await received(id)).toEqual({ received: 0, complete: false });
    await api.refused('ERR_BODY_TOO_LARGE', uploadMedia, part(id, 0, 10, { total: MEGABYTE + 1 }));
    for (const range of ['bytes 5-4/10', 'bytes 0-10/10', 'bytes */10', '0-1/2', 'bytes 0-1/2, 3-4/5']) {
      const call = part(id, 0, 10);
      await api.refused('ERR_VALIDATION', uploadMedia, {
        ...call,
        headers: { ...call.headers, 'content-range': range },
      });
    }
    const short = part(id, 0, 10);
    await api.refused('ERR_VALIDATION', uploadMedia, {
      ...short,
      headers: { ...short.headers, 'content-range': 'bytes 0-99/100' },
    });
    const long = part(crypto.randomUUID(), 0, 100);
    await api.refused('ERR_BODY_TOO_LARGE', uploadMedia, {
      ...long,
      headers: { ...long.headers, 'content-range': 'bytes 0-9/10' },
    });
  });

  it("is one person's own, and ends with the day", async () => {
    const id = crypto.randomUUID();
    await api.call(uploadMedia, part(id, 0, 1_000));
    expect(await received(id, tokens.bruno)).toEqual({ received: 0, complete: false });
    await api.run('abandoned pieces', new Date(Date.now() + 23 * 3_600_000));
    expect((await received(id)).received).toBe(1_000);
    await api.run('abandoned pieces', new Date(Date.now() + 25 * 3_600_000));
    expect((await received(id)).received).toBe(0);
  });

  it('may be begun a hundred times, not more', async () => {
    const other = await createCompany(api.database.admin, 'Muitos');
    const token = await api.signIn(other.ana);
    for (let n = 0; n < 100; n++) await api.call(uploadMedia, { ...part(crypto.randomUUID(), 0, 1), token });
    const more = { ...part(crypto.randomUUID(), 0, 1), token };
    await api.refused('ERR_TOO_MANY_REQUESTS', uploadMedia, more);
  });
});
