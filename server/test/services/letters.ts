import { randomUUID } from 'node:crypto';

/** Mails in the shapes that programs give them; nobody wrote them. */

export function headOf(of: {
  from: string;
  to?: string;
  subject: string;
  id?: string;
  more?: string;
}): string {
  return [
    `From: ${of.from}`,
    `To: ${of.to ?? 'contato@loja.test'}`,
    `Subject: ${of.subject}`,
    `Message-ID: <${of.id ?? `${randomUUID()}@programa.test`}>`,
    `Date: ${new Date().toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    of.more ?? '',
  ]
    .filter((line) => line !== '')
    .map((line) => `${line.trimEnd()}\r\n`)
    .join('');
}

const lines = (...all: string[]) => all.join('\r\n');

const inLines = (base64: string) => base64.replaceAll(/.{76}/g, '$&\r\n');

/** A file as a part of a mail. */
const attached = (mime: string, content: string, name = 'nota.txt', encoding = 'base64') =>
  lines(
    `Content-Type: ${mime}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    `Content-Transfer-Encoding: ${encoding}`,
    '',
    encoding === 'base64' ? inLines(Buffer.from(content).toString('base64')) : content,
  );

const several = (type: string, ...parts: string[]) => {
  const border = `borda-${randomUUID()}`;
  return lines(
    `Content-Type: multipart/${type}; boundary="${border}"`,
    '',
    ...parts.flatMap((part) => [`--${border}`, part]),
    `--${border}--`,
    '',
  );
};

const plain = (text: string, charset = 'utf-8') =>
  lines(`Content-Type: text/plain; charset=${charset}`, 'Content-Transfer-Encoding: 8bit', '', text);
const html = (text: string) =>
  lines('Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '', text);

/** One pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
).toString('latin1');

const inline = (name: string) =>
  lines(
    `Content-Type: image/png; name="${name}"`,
    'Content-ID: <logo@programa.test>',
    `Content-Disposition: inline; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(PIXEL, 'latin1').toString('base64'),
  );

export const SHAPES = [
  {
    program: 'Gmail',
    raw: several(
      'alternative',
      plain(
        lines(
          'Quero dois, por favor.',
          '',
          'Em seg., 30 de nov. de 2026 às 09:12, Loja <contato@loja.test>',
          'escreveu:',
          '',
          '> Quantos você quer?',
        ),
      ),
      html('<div dir="ltr">Quero dois, por favor.</div><br><div class="gmail_quote">Quantos?</div>'),
    ),
    text: 'Quero dois, por favor.',
    quoted:
      'Em seg., 30 de nov. de 2026 às 09:12, Loja <contato@loja.test>\nescreveu:\n\n> Quantos você quer?',
    signature: '',
    files: [] as string[],
  },
  {
    program: 'Outlook',
    raw: several(
      'mixed',
      several(
        'related',
        html(
          lines(
            '<html><head><style>p{color:red}</style><script>alert(1)</script></head><body>',
            '<p class="MsoNormal">Segue a nota.<o:p></o:p></p><img src="https://rastro.test/p.gif" onerror="alert(1)">',
            '<div id="Signature"><p>Carlos Lima</p><p>Compras</p></div>',
            '<div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>De:</b> Loja<br><b>Enviado:</b> segunda-feira</div>',
            '<div>Mande a nota.</div></body></html>',
          ),
        ),
        inline('image001.png'),
      ),
      attached('application/pdf', '%PDF-1.4 nota', 'Nota fiscal.pdf'),
    ),
    text: 'Segue a nota.',
    quoted: '*De:* Loja\n*Enviado:* segunda-feira\n\nMande a nota.',
    signature: 'Carlos Lima\n\nCompras',
    files: ['image001.png image/png', 'Nota fiscal.pdf application/pdf'],
  },
  {
    program: 'Apple Mail',
    raw: several(
      'mixed',
      plain('Veja a foto:'),
      inline('IMG_0001.png'),
      plain(lines('', 'Até logo', '', 'Enviado do meu iPhone')),
    ),
    text: 'Veja a foto:\n\nAté logo',
    quoted: '',
    signature: 'Enviado do meu iPhone',
    files: ['IMG_0001.png image/png'],
  },
  {
    program: 'Thunderbird',
    raw: plain(
      lines('On 30/11/2026 09:12, Loja wrote:', '> Qual é o tamanho?', 'Médio.', '> E a cor?', 'Azul.'),
    ),
    // The answers stand below what they answer: all of it is what was written.
    text: 'On 30/11/2026 09:12, Loja wrote:\n> Qual é o tamanho?\nMédio.\n> E a cor?\nAzul.',
    quoted: '',
    signature: '',
    files: [] as string[],
  },
];

/** An offer with a picture of its own and others that lie outside. */
export const offer = (...outside: string[]) =>
  several(
    'related',
    several(
      'alternative',
      plain('Pão quente às 7'),
      html(
        lines(
          '<table><tr><td style="color:#a33" onclick="go()"><img src="cid:logo@programa.test" alt="Loja">Pão quente às 7</td></tr></table>',
          ...outside.map((address) => `<img src="${address}" alt="Pão" width="320">`),
        ),
      ),
    ),
    inline('logo.png'),
  );

interface Case {
  what: string;
  raw: string | ((address: string) => Buffer | string);
  body: string;
  notes: string[];
  files: string[];
  states?: string[];
}

const LATIN = Buffer.from('Ação', 'latin1');

export const CASES: Case[] = [
  {
    what: 'a mail of 60 MB',
    raw: several(
      'mixed',
      plain('Segue o vídeo'),
      attached('video/mp4', 'x'.repeat(44 * 1024 * 1024), 'filme.mp4'),
    ),
    body: 'Caso\n\nSegue o vídeo',
    notes: [],
    files: ['filme.mp4'],
    states: ['failed'],
  },
  {
    what: 'a charset that lies',
    raw: (address) =>
      Buffer.concat([
        Buffer.from(
          `${headOf({ from: address, subject: 'Caso' })}Content-Type: text/plain; charset=utf-8\r\n\r\n`,
        ),
        LATIN,
      ]),
    body: 'Caso\n\nAção',
    notes: [],
    files: [],
  },
  {
    what: 'UTF-8 that says it is something else',
    raw: plain('Ação', 'iso-8859-1'),
    body: 'Caso\n\nAção',
    notes: [],
    files: [],
  },
  {
    what: 'a head of 1 MB',
    raw: (address) =>
      `${headOf({ from: address, subject: 'Caso', more: `X-Enorme: ${`${'a'.repeat(900)}\r\n `.repeat(1_100)}fim` })}${plain('Cheguei')}`,
    body: 'Caso\n\nCheguei',
    notes: [],
    files: [],
  },
  {
    what: 'an invitation',
    raw: several(
      'alternative',
      plain('Reunião às 10'),
      lines('Content-Type: text/calendar; method=REQUEST', '', 'BEGIN:VCALENDAR', 'END:VCALENDAR'),
    ),
    body: 'Caso\n\nReunião às 10',
    notes: ['invitation'],
    files: ['invite.ics'],
  },
  {
    what: 'winmail.dat',
    raw: several('mixed', plain('Anexei'), attached('application/ms-tnef', 'x\u9f3e', 'winmail.dat')),
    body: 'Caso\n\nAnexei',
    notes: ['winmail'],
    files: ['winmail.dat'],
  },
  {
    what: 'an encrypted mail',
    raw: several(
      'encrypted; protocol="application/pgp-encrypted"',
      lines('Content-Type: application/pgp-encrypted', '', 'Version: 1'),
      attached('application/octet-stream', '-----BEGIN PGP MESSAGE-----', 'encrypted.asc'),
    ),
    body: 'Caso',
    notes: ['encrypted'],
    files: ['encrypted.asc'],
  },
  {
    what: 'a mail without a subject and without words',
    raw: (address) => `${headOf({ from: address, subject: '' })}\r\n`,
    body: '',
    notes: [],
    files: [],
  },
];

export const NESTED = Array.from({ length: 200 }).reduce<string>(
  (inside) => several('mixed', inside),
  plain('no fundo'),
);
