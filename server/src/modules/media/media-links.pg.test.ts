import { randomBytes } from 'node:crypto';
import {
  downloadMedia,
  downloadThumbnail,
  retryMedia,
  uploadMedia,
} from '@balcao/shared/features/media/calls.ts';
import { listMessages, sendMessage } from '@balcao/shared/features/messages/calls.ts';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { expectError, startApi } from '../../../test/api.ts';
import { createCompany, createTicket } from '../../../test/fixtures.ts';
import { HEIC_PICTURE } from '../../../test/heic-picture.ts';
import { createPicture } from '../../../test/picture.ts';
import { createMediaLinks } from './media.links.ts';
import { api, company, download, files, MEGABYTE, PNG, prepare, tokens, upload } from './testing/uploads.ts';

prepare();

describe('a link', () => {
  const open = (url: string, headers: Record<string, string> = {}) =>
    api.app.inject({ method: 'GET', url, headers });

  it('opens one file for a while, for whoever has it (row 25)', async () => {
    const { id } = await api.call(uploadMedia, upload(PNG));
    const ticket = await createTicket(api.database.admin, company, { userId: company.ana.id });
    const body = { mediaId: id };
    const sent = await api.call(sendMessage, { params: { ticketId: ticket.id }, body, token: tokens.ana });
    const url = sent.mediaUrl ?? '';
    expect(url).toMatch(new RegExp(`^/media/${id}/${company.companyId}\\.\\d+\\.[\\w-]{43}$`));
    const { messages } = await api.call(listMessages, { params: { ticketId: ticket.id }, token: tokens.ana });
    expect(messages.at(-1)?.mediaUrl).toBe(url);
    expect((await open(url)).rawPayload).toEqual(PNG);
    expect((await open(url, { range: 'bytes=0-3' })).statusCode).toBe(206);

    const [company2, until, signature] = (url.split('/').at(-1) ?? '').split('.');
    const path = `/media/${id}`;
    const forged = [
      `${path}/${Number(company2) + 1}.${until}.${signature}`,
      `${path}/${company2}.${Number(until) + 3_600}.${signature}`,
      `${path}/${company2}.${until}.${'A'.repeat(43)}`,
      `/media/${crypto.randomUUID()}/${company2}.${until}.${signature}`,
    ];
    for (const address of forged) expect([address, (await open(address)).statusCode]).toEqual([address, 403]);

    const setOpen = (status: boolean) =>
      api.database.admin`update companies set status = ${status} where id = ${company.companyId}`;
    await setOpen(false);
    expectError(await open(url), 'ERR_COMPANY_BLOCKED');
    await setOpen(true);
    expect((await open(url)).statusCode).toBe(200);
    expect((await open(`${path}/1.2.3`)).statusCode).toBe(400);

    api.advance(2 * 3_600_000);
    expect((await open(url)).json().error).toBe('ERR_NO_PERMISSION');
    api.advance(-2 * 3_600_000);
  });

  it('sends its file, and no address of others does', async () => {
    const { id } = await api.call(uploadMedia, upload(PNG));
    const ticket = await createTicket(api.database.admin, company, { userId: company.bruno.id });
    const send = { params: { ticketId: ticket.id }, token: tokens.bruno };
    const { secrets } = api.deps;
    const links = createMediaLinks({ secrets, clock: api.deps.clock, publicUrl: null });
    const mediaUrl = links.of(company.companyId, { id, state: 'stored' }) ?? '';
    // Of long ago.
    const past = createMediaLinks({ secrets, clock: () => new Date(0), publicUrl: null });
    const old = past.of(company.companyId, { id, state: 'stored' }) ?? '';
    expect((await open(old)).statusCode).toBe(403);
    await api.refused('ERR_NO_MEDIA_FOUND', sendMessage, { ...send, body: { mediaUrl: old } });

    const body = { id: uuidv7(), body: 'Veja', mediaUrl: `https://example.com/desk${mediaUrl}` };
    const sent = await api.call(sendMessage, { ...send, body });
    expect(sent).toMatchObject({ body: 'Veja', mediaType: 'image', media: { id } });
    // What was sent may be repeated when its link has run out.
    for (const url of [body.mediaUrl, old])
      expect(await api.call(sendMessage, { ...send, body: { ...body, mediaUrl: url } })).toEqual(sent);

    const foreign = links.of(company.companyId + 1, { id, state: 'stored' });
    const refused = ['https://example.com/a.png', `${mediaUrl}A`, `/media/${id}`, foreign];
    for (const address of refused) {
      const { details } = await api.refused('ERR_VALIDATION', sendMessage, {
        ...send,
        body: { body: 'Veja', mediaUrl: address },
      });
      expect(details).toEqual([{ location: 'body.mediaUrl', code: 'invalid_value' }]);
    }
  });

  it('is not given for what is not there', async () => {
    const links = createMediaLinks({ secrets: api.deps.secrets, clock: api.deps.clock, publicUrl: null });
    for (const state of ['pending', 'failed', 'gone'] as const)
      expect(links.of(1, { id: crypto.randomUUID(), state })).toBeNull();
    expect(links.of(1, null)).toBeNull();
    const id = crypto.randomUUID();
    expect((await open(links.of(company.companyId, { id, state: 'stored' }) ?? '')).statusCode).toBe(404);
  });
});

describe('a small picture', () => {
  const small = (id: string, token = tokens.ana) =>
    api.send(downloadThumbnail, { params: { mediaId: id }, token });
  it('is made of large ones, once, and kept beside them', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif'] as const) {
      const { id } = await api.call(
        uploadMedia,
        upload(await createPicture(format, 1_200), { name: `a.${format}` }),
      );
      const before = await files();
      const answers = await Promise.all([small(id), small(id), small(id)]);
      for (const { statusCode, headers, rawPayload } of answers) {
        expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp']);
        expect(headers['content-length']).toBe(String(rawPayload.length));
        const { width, height } = await sharp(rawPayload).metadata();
        expect([width, height]).toEqual([640, 480]);
      }
      expect(await files()).toBe(before + 1);
      expect((await small(id, tokens.bruno)).json().error).toBe('ERR_NO_MEDIA_FOUND');
    }
  });

  it('is the picture itself when that is small, and nothing for what is none', async () => {
    const { id } = await api.call(uploadMedia, upload(PNG));
    expect((await small(id)).rawPayload).toEqual(PNG);
    const pdf = await api.call(uploadMedia, upload(Buffer.from('%PDF-1.7\n1 0 obj\n')));
    expect((await small(pdf.id)).json().error).toBe('ERR_NO_MEDIA_FOUND');
  });

  it('is all that is seen of a kind that browsers do not show', async () => {
    const { id, mime } = await api.call(uploadMedia, upload(HEIC_PICTURE, { name: 'IMG_0001.HEIC' }));
    expect(mime).toBe('image/heic');
    const { headers, rawPayload } = await small(id);
    expect(headers['content-type']).toBe('image/webp');
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'webp', width: 64, height: 48 });
  });

  it('costs nobody anything when the picture is broken', async () => {
    const broken = await createPicture('jpeg', 1_200);
    broken.fill(0x55, broken.length >> 1);
    const { id } = await api.call(uploadMedia, upload(broken));
    const [bad, { id: good }] = [
      await small(id),
      await api.call(uploadMedia, upload(await createPicture('jpeg', 1_200))),
    ];
    expect([200, 422]).toContain(bad.statusCode);
    expect((await small(good)).statusCode).toBe(200);
  });
});

describe('a quota', () => {
  it('ends what a company may upload, and no other', async () => {
    const tight = await startApi({
      beside: api,
      env: { BALCAO_MEDIA_QUOTA_MB: '1', BALCAO_MEDIA_LIMIT_MB: '1' },
    });
    const firm = await createCompany(api.database.admin, 'Cheia');
    const token = await tight.signIn(firm.ana);
    const big = () => upload(randomBytes(MEGABYTE - 10), { token });
    await tight.call(uploadMedia, big());
    await tight.call(uploadMedia, upload(Buffer.from('room'), { token }));
    await tight.call(uploadMedia, upload(Buffer.from('some'), { token }));
    await tight.call(uploadMedia, upload(Buffer.from('more'), { token }));
    await tight.refused('ERR_MEDIA_QUOTA', uploadMedia, big());
    await api.call(uploadMedia, upload(Buffer.from('elsewhere')));
    await tight.stop();
  });
});

describe('fetching again', () => {
  it('is for a file that failed, seen by the agent', async () => {
    const ticket = await createTicket(api.database.admin, company, { userId: company.ana.id });
    const id = crypto.randomUUID();
    await api.database.admin`insert into media (company_id, id, state, mime, source, attempts)
      values (${company.companyId}, ${id}, 'failed', 'image/jpeg', 'x', 6)`;
    const again = (token?: string) => ({ params: { mediaId: id }, token });
    await api.refused('ERR_NO_MEDIA_FOUND', retryMedia, again(tokens.ana));
    await api.database.admin`update messages set media_id = ${id} where ticket_id = ${ticket.id}`;
    await api.refused('ERR_NO_MEDIA_FOUND', retryMedia, again(tokens.bruno));
    expect(await api.call(retryMedia, again(tokens.ana))).toMatchObject({ id, state: 'pending' });
    const [row] = await api.database
      .admin`select attempts, next_attempt_at <= now() as due from media where id = ${id}`;
    expect(row).toMatchObject({ attempts: 0, due: true });
    const { id: stored } = await api.call(uploadMedia, upload(PNG));
    const same = await api.call(retryMedia, { params: { mediaId: stored }, token: tokens.ana });
    expect(same.state).toBe('stored');
  });
});

describe('downloading', () => {
  it('gives whole files and ranges', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1000)]);
    const { id } = await api.call(uploadMedia, upload(bytes, { name: 'foto (1)’.png' }));
    const whole = await download(id);
    expect(whole.statusCode).toBe(200);
    expect(whole.rawPayload).toEqual(bytes);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': "attachment; filename*=UTF-8''foto%20%281%29%E2%80%99.png",
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
    const [pending, failed, lost] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    for (const [id, state] of [
      [pending, 'pending'],
      [failed, 'failed'],
    ] as const)
      await api.database.admin`insert into media (company_id, id, state, mime, uploaded_by)
        values (${company.companyId}, ${id}, ${state}, 'image/jpeg', ${company.ana.id})`;
    await api.database.admin`insert into media (company_id, id, state, mime, uploaded_by, path, size)
      values (${company.companyId}, ${lost}, 'stored', 'image/jpeg', ${company.ana.id},
        ${`${company.companyId}/aa/${'a'.repeat(40)}`}, 5)`;
    await api.refused('ERR_MEDIA_NOT_READY', downloadMedia, {
      params: { mediaId: pending },
      token: tokens.ana,
    });
    await api.refused('ERR_WAPP_DOWNLOAD_MEDIA', downloadMedia, {
      params: { mediaId: failed },
      token: tokens.ana,
    });
    await api.refused('ERR_NO_MEDIA_FOUND', downloadMedia, { params: { mediaId: lost }, token: tokens.ana });
  });
});
