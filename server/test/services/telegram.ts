import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { defineStandIn, readJson, readMultipart } from './stand-in.ts';

/** Any well-formed token is a bot of its own, named after its number; this one was taken back. */
export const BOT_TOKEN = '7000000001:AAH-played-by-a-program-0123456789';
export const REVOKED_TOKEN = '7000000009:AAH-taken-back-by-its-owner-01234';

/** Something that a bot did in a chat. */
export interface BotCall {
  method: string;
  params: Record<string, unknown>;
  /** Bytes of the file that came with it. */
  fileBytes: number | null;
  /** What the customer may tap below it. */
  choices: string[];
}

/** What becomes of a bot's next call of a method. */
const NEXT = z.object({
  method: z.string(),
  error: z
    .object({
      error_code: z.number().int(),
      description: z.string(),
      parameters: z.object({ retry_after: z.number() }).optional(),
    })
    .optional(),
  /** It is done, and the answer is lost. */
  lost: z.boolean().optional(),
});
type Next = z.infer<typeof NEXT>;

interface Bot {
  updates: { update_id: number }[];
  lastUpdate: number;
  calls: BotCall[];
  next: Next[];
  /** Taps that the bot has not answered. */
  waiting: Set<string>;
  /** The program that asks for updates, and is told that another one does. */
  asking: ((conflict: boolean) => void) | null;
}

interface State {
  bots: Map<string, Bot>;
  files: Map<string, Buffer>;
  lastMessage: number;
}

const MAX_DOWNLOAD = 20 * 1024 * 1024;
const MAX_UPLOAD = 50 * 1024 * 1024;
const TOKEN = /^\d+:[\w-]{30,}$/;

/**
 * Telegram's Bot API: answers in envelopes, updates that are told again until a later offset confirms them, one program
 * that asks at a time. `POST /telegram/customers/<token>` makes a customer do something, `POST /telegram/taps/<token>` tap a button, `GET` of the same tells what the
 * bot did, `GET /telegram/waiting/<token>` which taps it has not answered, `PUT /telegram/next/<token>` what becomes of its next call, `GET /telegram/bots` whose tokens were used.
 */
export const telegram = defineStandIn(
  'telegram',
  (): State => ({ bots: new Map(), files: new Map(), lastMessage: 0 }),
  (app, state) => {
    addCustomers(app, state);
    app.post<{ Params: { token: string; method: string } }>('/bot:token/:method', async (request, reply) => {
      const { token, method } = request.params;
      if (!TOKEN.test(token) || token === REVOKED_TOKEN) return refuse(reply, 401, 'Unauthorized');
      const bot = botOf(state(), token);
      const { params, file } = readCall(request);
      const failure = takeNext(bot, method);
      if (failure?.error) return reply.code(failure.error.error_code).send({ ok: false, ...failure.error });
      const answer = METHODS[method];
      if (!answer) return refuse(reply, 404, 'Not Found');
      if (file && file.bytes.length > MAX_UPLOAD) return refuse(reply, 413, 'Request Entity Too Large');
      const result = await answer({ state: state(), bot, token, params, file, method });
      if (failure?.lost) {
        request.raw.socket.destroy();
        return reply.hijack();
      }
      return result instanceof Refusal
        ? refuse(reply, result.code, result.description)
        : reply.send({ ok: true, result });
    });
    app.get<{ Params: { token: string; '*': string } }>('/file/bot:token/*', ({ params }, reply) => {
      const bytes = state().files.get(params['*']);
      return bytes ? reply.type('application/octet-stream').send(bytes) : refuse(reply, 404, 'Not Found');
    });
  },
);

/** The other side of the chats: what tests and the page of simulated phones play. */
function addCustomers(app: FastifyInstance, state: () => State): void {
  app.post<{ Params: { token: string } }>('/customers/:token', async (request, reply) => {
    const said = readJson(request) as Record<string, unknown> & { file?: { id: string; base64: string } };
    const { file, ...update } = said;
    const { lastMessage, files } = state();
    const kind = Object.keys(update)[0] ?? '';
    const content = update[kind] as Record<string, unknown>;
    const messageId = Number(content.message_id ?? lastMessage + 1);
    state().lastMessage = Math.max(lastMessage, messageId);
    if (file) files.set(file.id, Buffer.from(file.base64, 'base64'));
    const full = { date: Math.floor(Date.now() / 1000), ...content, message_id: messageId };
    tell(botOf(state(), request.params.token), { [kind]: full });
    return reply.send({ message_id: messageId });
  });
  app.get<{ Params: { token: string } }>(
    '/customers/:token',
    ({ params }) => botOf(state(), params.token).calls,
  );
  app.post<{ Params: { token: string } }>('/taps/:token', (request, reply) => {
    const isThere = tap(botOf(state(), request.params.token), TAP.parse(readJson(request)));
    return reply.code(isThere ? 200 : 404).send({});
  });
  app.get<{ Params: { token: string } }>('/waiting/:token', ({ params }) => [
    ...botOf(state(), params.token).waiting,
  ]);
  app.get('/bots', () => [...state().bots.keys()]);
  app.put<{ Params: { token: string } }>('/next/:token', async (request, reply) => {
    botOf(state(), request.params.token).next.push(NEXT.parse(readJson(request)));
    return reply.code(204).send();
  });
}

/** Somebody taps what reads so below a message of the bot's. The button waits until the bot answers it. */
const TAP = z.object({
  messageId: z.int(),
  name: z.string(),
  label: z.string(),
  data: z.string().optional(),
});

/** @returns false where there is no such button */
function tap(bot: Bot, { messageId, name, label, data }: z.output<typeof TAP>): boolean {
  const menu = bot.calls.find(({ params }) => Number(params.message_id) === messageId)?.params;
  const markup = KEYBOARD.safeParse(menu?.reply_markup).data;
  const button = markup?.inline_keyboard.flat().find(({ text }) => text === label);
  if (!menu || !button) return false;
  const id = String(7_000_000_000_000_000 + bot.lastUpdate);
  bot.waiting.add(id);
  const from = { id: Number(menu.chat_id), is_bot: false, first_name: name };
  const chat = { id: from.id, type: 'private', first_name: name };
  const message = { message_id: messageId, chat, date: Math.floor(Date.now() / 1_000), reply_markup: markup };
  const query = { id, from, message, chat_instance: '-5', data: data ?? button.callback_data };
  tell(bot, { callback_query: query });
  return true;
}

function tell(bot: Bot, update: object): void {
  bot.lastUpdate += 1;
  bot.updates.push({ update_id: bot.lastUpdate, ...update });
  bot.asking?.(false);
}

interface Call {
  state: State;
  bot: Bot;
  token: string;
  method: string;
  params: Record<string, unknown>;
  file: { field: string; bytes: Buffer } | null;
}

class Refusal {
  readonly code: number;
  readonly description: string;

  constructor(code: number, description: string) {
    this.code = code;
    this.description = description;
  }
}

/** What a bot may ask for. */
const METHODS: Record<string, (call: Call) => unknown> = {
  getMe: ({ token }) => {
    const id = Number(token.split(':')[0]);
    return { id, is_bot: true, first_name: 'Balcão', username: `balcao_${id % 10_000}_bot` };
  },
  deleteWebhook: () => true,
  getUpdates: ({ bot, params }) => updates(bot, params),
  sendChatAction: () => true,
  answerCallbackQuery: ({ bot, params }) =>
    bot.waiting.delete(String(params.callback_query_id)) ||
    new Refusal(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid'),
  getUserProfilePhotos: () => ({ total_count: 0, photos: [] }),
  getFile: ({ state, params }) => {
    const path = String(params.file_id);
    const bytes = state.files.get(path);
    if (!bytes) return new Refusal(400, 'Bad Request: invalid file_id');
    if (bytes.length > MAX_DOWNLOAD) return new Refusal(400, 'Bad Request: file is too big');
    return { file_id: path, file_size: bytes.length, file_path: path };
  },
  ...Object.fromEntries(
    [
      'Message',
      'Photo',
      'Animation',
      'Video',
      'Voice',
      'Audio',
      'Sticker',
      'Document',
      'Location',
      'Venue',
      'Contact',
    ].map((what) => [`send${what}`, send]),
  ),
  editMessageText: change,
  deleteMessage: change,
  setMessageReaction: change,
};

/** Told again until an offset behind them is asked for. With none the question waits. */
async function updates(
  bot: Bot,
  { offset = 0, limit = 100, timeout = 0 }: Record<string, unknown>,
): Promise<unknown> {
  bot.asking?.(true);
  bot.updates = bot.updates.filter(({ update_id }) => update_id >= Number(offset));
  if (bot.updates.length === 0 && Number(timeout) > 0) {
    const conflict = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), Number(timeout) * 1_000);
      timer.unref();
      bot.asking = resolve;
    });
    bot.asking = null;
    if (conflict)
      return new Refusal(
        409,
        'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
      );
  }
  return bot.updates.slice(0, Number(limit));
}

/** A button has words, and data of at most sixty-four bytes. */
const KEYBOARD = z.object({
  inline_keyboard: z
    .array(
      z
        .array(
          z.strictObject({
            text: z.string().refine((text) => text.trim() !== ''),
            callback_data: z.string().refine((data) => data !== '' && Buffer.byteLength(data) <= 64),
          }),
        )
        .max(8),
    )
    .refine((lines) => lines.flat().length <= 100),
});

const ENTITIES = z.array(z.object({ offset: z.int(), length: z.int() }));

function send({ state, bot, method, params, file }: Call): unknown {
  const text = String(params.text ?? params.caption ?? '');
  if (method === 'sendMessage' && (text === '' || text.length > 4_096))
    return new Refusal(400, `Bad Request: message ${text ? 'is too long' : 'text is empty'}`);
  // A form writes them as text.
  const said = params.entities ?? params.caption_entities ?? [];
  const entities = ENTITIES.parse(typeof said === 'string' ? JSON.parse(said) : said);
  if (entities.some(({ offset, length }) => offset < 0 || length < 1 || offset + length > text.length))
    return new Refusal(400, "Bad Request: can't parse entities");
  const keyboard = KEYBOARD.optional().safeParse(params.reply_markup);
  if (!keyboard.success) return new Refusal(400, 'Bad Request: BUTTON_DATA_INVALID');
  state.lastMessage += 1;
  const messageId = state.lastMessage;
  if (file) state.files.set(`files/${messageId}`, file.bytes);
  bot.calls.push({
    method,
    params: { ...params, message_id: messageId },
    fileBytes: file?.bytes.length ?? null,
    choices: keyboard.data?.inline_keyboard.flat().map((button) => button.text) ?? [],
  });
  const chat = { id: Number(params.chat_id), type: 'private' };
  return { message_id: messageId, date: Math.floor(Date.now() / 1000), chat };
}

function change({ bot, method, params }: Call): unknown {
  bot.calls.push({ method, params, fileBytes: null, choices: [] });
  return method === 'editMessageText' ? { message_id: Number(params.message_id) } : true;
}

function botOf({ bots }: State, token: string): Bot {
  const known = bots.get(token);
  if (known) return known;
  const bot: Bot = {
    updates: [],
    lastUpdate: 100_000,
    calls: [],
    next: [],
    waiting: new Set(),
    asking: null,
  };
  bots.set(token, bot);
  return bot;
}

function takeNext(bot: Bot, method: string): Next | undefined {
  const at = bot.next.findIndex((one) => one.method === method);
  return at === -1 ? undefined : bot.next.splice(at, 1)[0];
}

const refuse = (reply: FastifyReply, code: number, description: string) =>
  reply.code(code).send({ ok: false, error_code: code, description });

/** JSON, or a form with a file. */
function readCall(request: FastifyRequest): Pick<Call, 'params' | 'file'> {
  const form = readMultipart(request);
  if (form) return { params: form.fields, file: form.file };
  return { params: (readJson(request) ?? {}) as Record<string, unknown>, file: null };
}
