import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { downloadMedia, downloadThumbnail, uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../../../test/api.ts';
import { type CompanyFixture, createCompany, createTicket, createUser } from '../../../test/fixtures.ts';
import { createPicture } from '../../../test/picture.ts';
import { createMediaLinks } from './media.links.ts';

/** Rows 23, 24 and 25 of the attacks (server/test/FAULTS.md): files, what becomes of them, and who gets them. */
let api: TestApi;
let company: CompanyFixture;
let token: string;
let files: Attack[];
/** Stored files by the name of their attack. */
const stored = new Map<string, string>();

interface Attack {
  what: string;
  name: string;
  bytes: Buffer;
  /** The only types as which it may be answered; none: it is refused. */
  as: string[];
}

const BYTES = 'application/octet-stream';
const SCRIPT = '<script>document.title="OWNED"</script>';
const HTML = `<!doctype html><html><body onload="document.title='OWNED'">${SCRIPT}</body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="document.title='OWNED'">${SCRIPT}</svg>`;
const LIMIT_MB = 2;

async function corpus(): Promise<Attack[]> {
  const jpeg = await createPicture('jpeg', 120, 60);
  const png = await createPicture('png', 120, 60);
  const webp = await createPicture('webp', 120, 60);
  const gif = await createPicture('gif', 120, 60);
  const pictures = { jpeg, png, webp, gif };
  const text = (body: string) => Buffer.from(body);
  const attacks: Attack[] = [];
  const add = (what: string, name: string, bytes: Buffer, ...as: string[]) =>
    void attacks.push({ what, name, bytes, as });

  // What a browser would run, under every name that it might be given.
  for (const name of [
    'a.html',
    'a.png',
    'a.jpg',
    'a.svg',
    'a.png.html',
    'a.html.png',
    'a',
    'a.xhtml',
    'a.txt',
  ])
    add(`a page as ${name}`, name, text(HTML), BYTES);
  for (const name of ['a.svg', 'a.png', 'a.svgz'])
    add(`a drawing as ${name}`, name, text(SVG), BYTES, 'application/xml');
  add('a drawing with a prologue', 'a.svg', text(`<?xml version="1.0"?>${SVG}`), BYTES, 'application/xml');
  add('a packed drawing', 'a.svgz', gzipSync(SVG), 'application/gzip');
  add(
    'XML that becomes a page',
    'a.xml',
    text(`<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>`),
    BYTES,
    'application/xml',
  );
  for (const name of [
    'a.js',
    'a.mjs',
    'a.vbs',
    'a.hta',
    'a.ps1',
    'a.bat',
    'a.cmd',
    'a.scr',
    'a.lnk',
    'a.jar',
    'a.reg',
  ])
    add(`a script as ${name}`, name, text('alert(1)'));
  for (const name of ['a.pdf.exe', 'a.exe.', 'a.exe ', 'A.EXE', 'foto.jpg.com'])
    add(`a program named ${name}`, name, text('MZ'));
  const windows = Buffer.concat([text('MZ'), Buffer.alloc(300)]);
  add('a Windows program as a picture', 'a.png', windows);
  add(
    'a Linux program as a picture',
    'a.jpg',
    Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]), Buffer.alloc(300)]),
  );
  add('a shell script without a name', '', text('#!/bin/sh\nrm -rf /'), BYTES);

  // Two kinds of file in one.
  for (const [kind, picture] of Object.entries(pictures)) {
    add(`a ${kind} with a page behind`, `a.${kind}`, Buffer.concat([picture, text(HTML)]), `image/${kind}`);
    add(`a ${kind} named as a page`, 'a.html', picture, `image/${kind}`);
    add(`a ${kind} cut off`, `a.${kind}`, picture.subarray(0, 40), `image/${kind}`, BYTES);
  }
  const commented = await sharp(jpeg)
    .withExif({ IFD0: { ImageDescription: HTML, Copyright: SCRIPT } })
    .jpeg()
    .toBuffer();
  add('a picture that describes itself as a page', 'a.jpg', commented, 'image/jpeg');
  add('a GIF that begins a page', 'a.gif', text(`GIF89a=1;/*${HTML}*/`), BYTES);
  add('a PDF that is a page', 'a.pdf', text(`%PDF-1.7\n${HTML}`), 'application/pdf');
  add(
    'a PDF with a script',
    'a.pdf',
    text('%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    'application/pdf',
  );
  add('nothing but a beginning', 'a.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg', BYTES);

  // What becomes large when somebody opens it.
  const huge = Buffer.from(png);
  huge.writeUInt32BE(50_000, 16);
  huge.writeUInt32BE(50_000, 20);
  add('a picture of 2,500 megapixels', 'a.png', huge, BYTES);
  const big = await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  add('a picture of 100 megapixels in few bytes', 'a.png', big, BYTES);
  add('a packed megabyte of zeros', 'a.gz', gzipSync(Buffer.alloc(64e6)), 'application/gzip');
  add('a file of no bytes', 'a.png', Buffer.alloc(0));
  add('a file beyond the limit', 'a.png', Buffer.alloc(LIMIT_MB * 1024 * 1024 + 1));

  // Names that are places, orders or something else than they look like.
  for (const name of [
    '../../../etc/passwd',
    '..\\..\\windows\\system32\\a.png',
    '/etc/passwd',
    'C:\\a.png',
    'a\r\nset-cookie: x=1.png',
    'a\u0000.png',
    'foto\u202Egnp.txt',
    'CON',
    'NUL.png',
    '.htaccess',
    '...',
    `${'a'.repeat(5_000)}.png`,
    '"; filename="x.html',
    "'; x=''y.png",
    '👩‍👩‍👧‍👦.png',
    '%2e%2e%2fa.png',
  ])
    add(`a name like ${JSON.stringify(name.slice(0, 30))}`, name, png, 'image/png');
  return attacks;
}

beforeAll(async () => {
  api = await startApi({ env: { BALCAO_MEDIA_LIMIT_MB: String(LIMIT_MB) } });
  company = await createCompany(api.database.admin, 'Padaria');
  token = await api.signIn(company.ana);
  files = await corpus();
});
afterAll(() => api.stop());

const tree = async (below = '.') =>
  (await readdir(join(api.deps.config.dataDir, below), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const send = ({ name, bytes }: Attack, mediaId: string, headers: Record<string, string> = {}) =>
  api.send(uploadMedia, {
    params: { mediaId },
    body: bytes,
    token,
    headers: { 'content-type': 'text/html', 'x-file-name': encodeURIComponent(name), ...headers },
  });

describe('row 23: files that are not what they say', () => {
  it('are kept as what their bytes are, under a name of ours, or not at all', async () => {
    expect(files.length).toBeGreaterThan(60);
    const before = await tree();
    for (const attack of files) {
      const id = crypto.randomUUID();
      const answer = await send(attack, id);
      const at = `${attack.what}: ${answer.body}`;
      if (attack.as.length === 0) {
        expect([400, 413, 415], at).toContain(answer.statusCode);
        continue;
      }
      expect(answer.statusCode, at).toBe(201);
      const view = answer.json<{ mime: string; name: string }>();
      expect(attack.as, at).toContain(view.mime);
      expect(view.name, at).not.toMatch(/[/\\\p{Cc}\p{Cf}]/u);
      expect(view.name.length, at).toBeLessThanOrEqual(200);
      stored.set(attack.what, id);
    }
    const made = (await tree()).filter((path) => !before.includes(path));
    const place = join(api.deps.config.dataDir, 'media', String(company.companyId));
    expect(made.filter((path) => !/^[/\\][\da-f]{2}[/\\][\da-f]{40}$/.test(path.replace(place, '')))).toEqual(
      [],
    );
    expect(made).toHaveLength(stored.size);
  });

  it('keep no word of what hid behind a picture or within its margins', async () => {
    for (const [what, id] of stored) {
      if (!/^a (jpeg|png|webp|gif) with|describes itself/.test(what)) continue;
      const { rawPayload } = await api.send(downloadMedia, { params: { mediaId: id }, token });
      expect(rawPayload.toString('latin1'), what).not.toMatch(/OWNED|<script|<html/);
      expect((await sharp(rawPayload).metadata()).width, what).toBe(120);
    }
  });

  it('claim sizes that nobody has to believe', async () => {
    const whole = { what: '', name: 'a.bin', bytes: Buffer.from('x'), as: [] };
    const headers = { 'content-range': `bytes 0-0/${10 * 1024 ** 3}` };
    expect((await send(whole, crypto.randomUUID(), headers)).statusCode).toBe(413);
    const lying = await send(whole, crypto.randomUUID(), { 'content-length': String(10 * 1024 ** 3) });
    expect([400, 413]).toContain(lying.statusCode);
  });

  it('are made small or refused, and nothing falls over', async () => {
    for (const id of stored.values()) {
      const { statusCode } = await api.send(downloadThumbnail, { params: { mediaId: id }, token });
      expect([200, 404, 422]).toContain(statusCode);
    }
    expect(
      (await api.send(downloadMedia, { params: { mediaId: stored.values().next().value }, token }))
        .statusCode,
    ).toBe(200);
  });
});

describe('row 24: files that would like to be pages', () => {
  it('are answered with headers that leave a browser nothing to guess', async () => {
    const shown = /^(image\/(jpeg|png|webp|gif))$/;
    for (const [what, id] of stored) {
      const { headers } = await api.send(downloadMedia, { params: { mediaId: id }, token });
      const type = String(headers['content-type']);
      expect(headers, what).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
      });
      expect(type, what).not.toMatch(/html|svg|javascript|text/);
      const disposition = String(headers['content-disposition']);
      expect(disposition, what).toMatch(shown.test(type) ? /^inline/ : /^attachment/);
      expect(disposition, what).toMatch(/^(inline|attachment)(; filename\*=UTF-8''[\w.!#$&+^`|~%-]*)?$/);
      expect(headers['set-cookie'], what).toBeUndefined();
    }
  });

  it('run nothing when somebody opens them', async () => {
    const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
    const links = createMediaLinks({ secrets: api.deps.secrets, clock: api.deps.clock, publicUrl: url });
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox'],
    });
    try {
      const page = await browser.newPage();
      let ran = 0;
      page.on('dialog', (dialog) => {
        ran += 1;
        void dialog.dismiss();
      });
      for (const [what, id] of stored) {
        const link = links.of(company.companyId, { id, state: 'stored' }) ?? '';
        // What is only offered for saving is no page at all.
        await page
          .goto(link)
          .catch((error: Error) => expect(error.message, what).toMatch(/Download|ERR_ABORTED/));
        expect([what, await page.title()]).not.toContain('OWNED');
      }
      expect(ran).toBe(0);
    } finally {
      await browser.close();
    }
  }, 60_000);
});

describe("row 25: other people's files", () => {
  it('open for nobody who guesses, has no ticket, or is of another company', async () => {
    const other = await createCompany(api.database.admin, 'Concorrente');
    const [foreign, colleague] = [
      await api.signIn(other.admin),
      await api.signIn(
        await createUser(api.database.admin, company.companyId, 'Caio', [company.queues.sales]),
      ),
    ];
    const id = stored.get('a png named as a page') ?? '';
    const ticket = await createTicket(api.database.admin, company, { userId: company.ana.id });
    await api.database.admin`update messages set media_id = ${id} where ticket_id = ${ticket.id}`;
    const missing = crypto.randomUUID();
    for (const contract of [downloadMedia, downloadThumbnail]) {
      expect((await api.send(contract, { params: { mediaId: id }, token })).statusCode).toBe(200);
      const absent = await api.send(contract, { params: { mediaId: missing }, token });
      const plain = ({ body, statusCode }: typeof absent) => [
        statusCode,
        body.replace(/"requestId":"[^"]*"/, ''),
      ];
      for (const stranger of [foreign, colleague])
        expect(plain(await api.send(contract, { params: { mediaId: id }, token: stranger }))).toEqual(
          plain(absent),
        );
      expect((await api.send(contract, { params: { mediaId: id } })).statusCode).toBe(401);
    }
  });

  it('have no address on disk that could be asked for', async () => {
    const [path = ''] = (await tree('media')).filter((file) => /[\da-f]{40}$/.test(file));
    expect((await readFile(path)).length).toBeGreaterThan(0);
    const name = path.split(/[/\\]/).slice(-3).join('/');
    for (const url of [
      `/media/${name}`,
      `/public/${name}`,
      `/${name}`,
      `/media/..%2f..%2f${name}`,
      '/media/%00',
    ])
      expect([url, (await api.app.inject({ method: 'GET', url })).statusCode]).toEqual([
        url,
        expect.toBeOneOf([400, 401, 404]),
      ]);
  });
});
