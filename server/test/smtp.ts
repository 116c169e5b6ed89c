import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

interface Letter {
  from: string;
  to: string[];
  /** Header fields by their names in lower case; the body in the clear, of several parts all of them. */
  headers: Map<string, string>;
  text: string;
}

/** A mail server as small as RFC 5321 allows, on a random port. */
export interface MailServer {
  url: string;
  letters: Letter[];
  /** The next letter that arrives. */
  next(): Promise<Letter>;
  /** Refuses mails from now on (552), or accepts them again. */
  refuse(refusing: boolean): void;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const letters: Letter[] = [];
  const waiting: ((letter: Letter) => void)[] = [];
  const sockets = new Set<Socket>();
  let refusing = false;

  const deliver = (letter: Letter) => {
    letters.push(letter);
    for (const resolve of waiting.splice(0)) resolve(letter);
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    void serve(socket, deliver, () => refusing);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    refuse(value) {
      refusing = value;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function serve(socket: Socket, deliver: (letter: Letter) => void, refusing: () => boolean) {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let envelope = { from: '', to: [] as string[] };
  let data: string[] | null = null;
  say('220 mail.test ESMTP');
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (data && line !== '.') data.push(line.replace(/^\./, ''));
    else if (data) {
      deliver({ ...envelope, ...parse(data) });
      data = null;
      envelope = { from: '', to: [] };
      say('250 taken');
    } else if (/^EHLO/i.test(line)) say('250 mail.test');
    else if (/^MAIL FROM:/i.test(line)) {
      envelope.from = address(line);
      say('250 ok');
    } else if (/^RCPT TO:/i.test(line)) {
      envelope.to.push(address(line));
      say('250 ok');
    } else if (/^DATA/i.test(line) && refusing()) say('552 full');
    else if (/^DATA/i.test(line)) {
      data = [];
      say('354 go on');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else say('500 what?');
  }
}

const address = (line: string) => /<(.*?)>/.exec(line)?.[1] ?? '';

function parse(lines: string[]): Pick<Letter, 'headers' | 'text'> {
  const border = lines.indexOf('');
  const fields = lines.slice(0, border).join('\n').replaceAll(/\n\s+/g, ' ').split('\n');
  const headers = new Map(
    fields.map((field) => [
      field.slice(0, field.indexOf(':')).toLowerCase(),
      field.slice(field.indexOf(':') + 2),
    ]),
  );
  const body = lines.slice(border + 1).join('\n');
  // The parts of a mail that has several are all written so.
  const usual = /^multipart/.test(headers.get('content-type') ?? '') ? 'quoted-printable' : '';
  return { headers, text: decode(body, headers.get('content-transfer-encoding') ?? usual) };
}

function decode(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replaceAll('=\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
