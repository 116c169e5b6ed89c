import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { CHAT_PROTOCOL, chatPaths } from '@balcao/shared/features/web-chat/line.ts';
import {
  type ChatMessage,
  exchangeAnswer,
  type ServerFrame,
  serverFrame,
  type VisitorFrame,
} from '@balcao/shared/features/web-chat/protocol.ts';
import { v7 as uuidv7 } from 'uuid';
import { WebSocket } from 'ws';
import { eventually } from '../eventually.ts';
import { PICTURE } from '../picture.ts';

export const PAGE = 'https://loja.example.com';

type Hello = Extract<VisitorFrame, { type: 'hello' }>;

/** Where a visitor stands. */
interface Door {
  /** Where the server listens. */
  server: string;
  key: string;
  origin?: string;
}

export const helloOf = (more: Partial<Hello> = {}): Hello => ({
  type: 'hello',
  protocol: CHAT_PROTOCOL,
  token: null,
  user: null,
  position: null,
  page: { url: `${PAGE}/vitrine`, title: 'Vitrine', referrer: '', campaign: {} },
  language: 'pt-BR',
  utcOffset: -180,
  ...more,
});

/** A visitor of a page, who speaks as the page's script does. */
export async function openVisitor({ server, key, origin = PAGE }: Door, more: Partial<Hello> = {}) {
  const paths = chatPaths(key);
  const socket = new WebSocket(`${server.replace(/^http/, 'ws')}${paths.line}`, { headers: { origin } });
  const frames: ServerFrame[] = [];
  const seen = new Map<string, ChatMessage>();
  let closed: number | null = null;
  let token = more.token ?? null;
  let position: string | null = null;
  socket.on('message', (data) => {
    const frame = serverFrame.parse(JSON.parse(String(data)));
    frames.push(frame);
    if (frame.type === 'welcome') {
      token = frame.token;
      if (!frame.goesOn) seen.clear();
    }
    if ('position' in frame) position = frame.position;
    if ('messages' in frame) for (const message of frame.messages) seen.set(message.id, message);
  });
  socket.on('error', () => {});
  socket.on('close', (code) => {
    closed = code;
  });
  const say = (frame: VisitorFrame) => socket.send(JSON.stringify(frame));
  await Promise.race([once(socket, 'open'), once(socket, 'close')]);
  say(helloOf(more));
  const found = await eventually(
    async () => frames.find(({ type }) => type === 'welcome') ?? closed,
    (one) => one !== undefined && one !== null,
  );
  const welcome = typeof found === 'object' && found?.type === 'welcome' ? found : null;

  const message = (text: string, extra: Partial<Extract<VisitorFrame, { type: 'message' }>> = {}) => {
    const id = uuidv7();
    say({ type: 'message', id, text, file: null, tap: null, quoted: null, about: null, ...extra });
    return extra.id ?? id;
  };
  const answered = (id: string) =>
    eventually(
      async () =>
        frames.find((frame) => (frame.type === 'stored' || frame.type === 'refused') && frame.id === id),
      (frame) => frame !== undefined,
    );
  async function upload(bytes: Buffer, name: string, query = '') {
    const fileId = randomUUID();
    const answer = await fetch(`${server}${paths.upload(fileId)}${query}`, {
      method: 'PUT',
      headers: { origin, authorization: `Bearer ${token}`, 'x-file-name': encodeURIComponent(name) },
      body: new Uint8Array(bytes),
    });
    return { fileId, answer };
  }
  return {
    welcome,
    frames,
    seen,
    say,
    message,
    answered,
    upload,
    closed: () => closed,
    token: () => token,
    position: () => position,
    leave: () => socket.close(),
    file: (url: string) => fetch(`${server}${url}`, { headers: { origin } }),
  };
}
/** Visitors as the customers of a messenger are played. */
export function chatVisitors(door: () => Door) {
  return {
    async customer(name: string) {
      const visitor = await openVisitor(door());
      const about = { name };
      // What a reload of the page would show, whatever the line has brought so far.
      const texts = async () => {
        const { server, key, origin = PAGE } = door();
        const answer = await fetch(`${server}${chatPaths(key).exchange}`, {
          method: 'POST',
          headers: { origin, 'content-type': 'application/json' },
          body: JSON.stringify({ frames: [helloOf({ token: visitor.token() })] }),
        });
        const { frames } = exchangeAnswer.parse(await answer.json());
        const messages = frames.flatMap((frame) => (frame.type === 'welcome' ? frame.messages : []));
        return messages.filter(({ from, isDeleted }) => from === 'shop' && !isDeleted);
      };
      const told = async (id: string) => {
        await visitor.answered(id);
        return id;
      };
      return {
        // Contacts are found by the end of what they are called.
        who: visitorIdOf(visitor.token() ?? ''),
        visitor,
        says: (
          text: string,
          { quote = null, id }: { quote?: string | null; id?: string; agoS?: number } = {},
        ) => told(visitor.message(text, { quoted: quote, about, ...(id ? { id } : {}) })),
        async sendsPicture(picture: Buffer = PICTURE) {
          const { fileId } = await visitor.upload(picture, 'foto.png');
          return told(visitor.message('veja', { file: fileId, about }));
        },
        edits: async () => {},
        reacts: async () => {},
        has: async () => (await texts()).flatMap(({ kind, text }) => (kind === 'text' ? [text] : [])),
        pictures: async () => (await texts()).filter(({ kind }) => kind === 'image').length,
      };
    },
  };
}

/** What a token says of its visitor is no secret, only signed. */
function visitorIdOf(token: string): string {
  const [said = ''] = token.split('.');
  return (JSON.parse(Buffer.from(said, 'base64url').toString()) as [string])[0];
}
