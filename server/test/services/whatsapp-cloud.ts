import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { choicesOf, isMenu } from './cloud-menus.ts';
import {
  problemOfTemplate,
  type Refusal,
  readTemplate,
  type SentTemplate,
  TEMPLATE,
  type Template,
} from './cloud-templates.ts';
import { defineStandIn, readJson, readMultipart } from './stand-in.ts';

/** Any token but this one is good, and any number of digits is a number of its own. */
export const ENDED_TOKEN = 'EAAGended0by0its0owner0000000000';

/** Something that a company did with its number. */
export interface CloudCall {
  /** The id of the message that it made; null for a receipt. */
  id: string | null;
  /** The receiver; empty for a receipt. */
  to: string;
  /** What the customer reads of it. */
  shown: string;
  body: Record<string, unknown>;
  /** Bytes of the file that it names. */
  fileBytes: number | null;
  /** What the customer may tap below it. */
  choices: string[];
}

/** What becomes of a number's next message. */
const NEXT = z.object({
  error: z
    .object({ status: z.number().int(), code: z.number().int(), message: z.string().default('refused') })
    .optional(),
  /** It is sent, and the answer is lost. */
  lost: z.boolean().optional(),
  /** It is accepted, and told to have failed afterwards. */
  fails: z.number().int().optional(),
  /** It is told to have been read before it is answered. */
  isReadEarly: z.boolean().optional(),
});
type Next = z.infer<typeof NEXT>;

/** Where Meta tells of a number, as its owner has entered it there. */
const WEBHOOK = z.object({ url: z.string(), appSecret: z.string(), verifyToken: z.string() });
type Webhook = z.infer<typeof WEBHOOK>;

/** What a customer does: a message of whatever type, or what becomes of one of ours. */
const DEED = z.object({
  from: z.string(),
  name: z.string().default(''),
  message: z.record(z.string(), z.unknown()).optional(),
  status: z.object({ id: z.string(), status: z.string() }).optional(),
  /** The file that the message names by its id. */
  file: z.object({ id: z.string(), base64: z.string() }).optional(),
});

/** A customer taps what reads so in a message of the number's. */
const TAP = z.object({ id: z.string(), name: z.string().default(''), label: z.string() });

/** What Meta thinks of a number, and to how many it may write first. */
const STANDING = z.object({ quality: z.string(), tier: z.string() });

interface Account {
  webhook: Webhook | null;
  calls: CloudCall[];
  next: Next[];
  blocked: Set<string>;
  standing: z.infer<typeof STANDING>;
  /** When each customer wrote last, in milliseconds. */
  wroteAt: Map<string, number>;
}

interface State {
  /** The templates of the business account, which all numbers here belong to. */
  templates: Template[];
  accounts: Map<string, Account>;
  files: Map<string, Buffer>;
  last: number;
}

const DISPLAY = '+55 11 4000-';
const MAX_UPLOAD = 100 * 1024 * 1024;
const MAX_IMAGE = 5 * 1024 * 1024;
const TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'document',
  'sticker',
  'location',
  'contacts',
  'reaction',
  'template',
  'interactive',
];
const DAY_MS = 24 * 3_600_000;
/** The business account of every number and every token. */
const BUSINESS_ACCOUNT = '102290129340398';
const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'];

/**
 * Meta's Cloud API: messages, files in two steps, errors with Meta's numbers, and signed notices at the address that the
 * owner has entered. `PUT /whatsapp-cloud/webhooks/<id>` enters it, as Meta's page does; `POST /whatsapp-cloud/customers/<id>`
 * makes a customer do something, `POST /whatsapp-cloud/taps/<id>` tap something, `GET` of the same tells what the company did, `PUT /whatsapp-cloud/next/<id>` what becomes
 * of its next message. `PUT /whatsapp-cloud/templates` sets what Meta has approved or not, `PUT /whatsapp-cloud/standing/<id>`
 * what it thinks of the number; both are told. Free words to who has not written for a day are refused.
 */
export const whatsappCloud = defineStandIn(
  'whatsapp-cloud',
  (): State => ({ templates: [], accounts: new Map(), files: new Map(), last: 0 }),
  (app, state) => {
    addOwner(app, state);
    addBusiness(app, state);
    addCustomers(app, state);
    addMessages(app, state);
    addFiles(app, state);
  },
);

function addOwner(app: FastifyInstance, state: () => State): void {
  app.put<{ Params: { id: string } }>('/webhooks/:id', async (request, reply) => {
    const webhook = WEBHOOK.parse(readJson(request));
    const challenge = String(1_158_201_444);
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': webhook.verifyToken,
      'hub.challenge': challenge,
    });
    const answer = await fetch(`${webhook.url}?${query}`);
    if (answer.status !== 200 || (await answer.text()) !== challenge)
      return refuse(reply, { status: 400, code: 2200, message: 'Callback verification failed' });
    accountOf(state(), request.params.id).webhook = webhook;
    return reply.code(204).send();
  });
}

function addBusiness(app: FastifyInstance, state: () => State): void {
  app.get('/numbers', () => [...state().accounts].flatMap(([id, { webhook }]) => (webhook ? [id] : [])));
  app.put('/templates', async (request, reply) => {
    state().templates = z.array(TEMPLATE).parse(readJson(request));
    for (const account of state().accounts.values())
      await tellOfAccount(account, 'message_template_status_update', { event: 'APPROVED' });
    return reply.code(204).send();
  });
  app.put<{ Params: { id: string } }>('/standing/:id', async (request, reply) => {
    const account = accountOf(state(), request.params.id);
    account.standing = STANDING.parse(readJson(request));
    await tellOfAccount(account, 'phone_number_quality_update', { event: 'FLAGGED' });
    return reply.code(204).send();
  });
  app.get('/debug_token', (request, reply) => {
    if (!isKnown(request)) return refuse(reply, ENDED);
    const scopes = [{ scope: 'whatsapp_business_management', target_ids: [BUSINESS_ACCOUNT] }];
    return reply.send({ data: { is_valid: true, granular_scopes: scopes } });
  });
  app.get<{ Params: { id: string }; Querystring: { limit?: string; after?: string; status?: string } }>(
    '/:id/message_templates',
    (request, reply) => {
      if (!isKnown(request)) return refuse(reply, ENDED);
      const { limit = '25', after = '0', status } = request.query;
      const of = state().templates.filter((one) => status === undefined || one.status === status);
      const all = request.params.id === BUSINESS_ACCOUNT ? of : [];
      const end = Number(after) + Number(limit);
      const next = end < all.length ? { next: 'https://graph.facebook.com/next' } : {};
      const paging = { cursors: { before: after, after: String(end) }, ...next };
      return reply.send({ data: all.slice(Number(after), end), paging });
    },
  );
}

const tellOfAccount = (account: Account, field: string, value: object) =>
  tellChange(account, field, { display_phone_number: DISPLAY, ...value });

function addCustomers(app: FastifyInstance, state: () => State): void {
  app.post<{ Params: { id: string } }>('/customers/:id', async (request, reply) => {
    const { from, name, message, status, file } = DEED.parse(readJson(request));
    const { id: phoneNumberId } = request.params;
    if (file) state().files.set(file.id, Buffer.from(file.base64, 'base64'));
    const id = String(message?.id ?? status?.id ?? nextId(state()));
    const contacts = [{ profile: { name }, wa_id: from }];
    const told = message
      ? { contacts, messages: [{ from, timestamp: now(), ...message, id }] }
      : { statuses: [{ ...status, timestamp: now(), recipient_id: from }] };
    const account = accountOf(state(), phoneNumberId);
    // Who hides the number is written to by another name.
    const writer = String(message?.from_user_id ?? from);
    if (message) account.wroteAt.set(writer, Number(message.timestamp ?? now()) * 1_000);
    const taken = await tell(account, phoneNumberId, told);
    return reply.send({ id, status: taken });
  });
  app.get<{ Params: { id: string } }>('/customers/:id', ({ params }) => accountOf(state(), params.id).calls);
  app.post<{ Params: { id: string } }>('/taps/:id', async (request, reply) => {
    const { id: messageId, name, label } = TAP.parse(readJson(request));
    const { id: phoneNumberId } = request.params;
    const account = accountOf(state(), phoneNumberId);
    const menu = account.calls.find(({ id }) => id === messageId);
    const choice = choicesOf(menu?.body.interactive).find((one) => one.label === label);
    if (!menu || !choice) return reply.code(404).send();
    // Who hides the number is known by Meta's name alone.
    const from = /^\d+$/.test(menu.to) ? { from: menu.to } : { from_user_id: menu.to };
    const context = { from: phoneNumberId, id: messageId };
    const message = { ...from, id: nextId(state()), timestamp: now(), context };
    account.wroteAt.set(menu.to, Date.now());
    const messages = [{ ...message, type: 'interactive', interactive: choice.told }];
    const contacts = [{ profile: { name }, wa_id: menu.to }];
    return reply.send({ id: message.id, status: await tell(account, phoneNumberId, { contacts, messages }) });
  });
  app.put<{ Params: { id: string } }>('/next/:id', async (request, reply) => {
    accountOf(state(), request.params.id).next.push(NEXT.parse(readJson(request)));
    return reply.code(204).send();
  });
}

function tell(account: Account, phoneNumberId: string, told: object): Promise<number> {
  const metadata = { display_phone_number: DISPLAY, phone_number_id: phoneNumberId };
  return tellChange(account, 'messages', { messaging_product: 'whatsapp', metadata, ...told });
}

/** Signed, as Meta does it. @returns how it was answered */
async function tellChange({ webhook }: Account, field: string, value: object): Promise<number> {
  if (!webhook) return 0;
  const entry = [{ id: BUSINESS_ACCOUNT, time: Number(now()), changes: [{ value, field }] }];
  const body = JSON.stringify({ object: 'whatsapp_business_account', entry });
  const signature = createHmac('sha256', webhook.appSecret).update(body).digest('hex');
  const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` };
  return (await fetch(webhook.url, { method: 'POST', headers, body })).status;
}

function addMessages(app: FastifyInstance, state: () => State): void {
  app.get<{ Params: { id: string }; Querystring: { fields?: string } }>('/:id', (request, reply) => {
    if (!isKnown(request)) return refuse(reply, ENDED);
    const { id } = request.params;
    if (state().files.has(id)) return describeFile(request, id);
    const { quality, tier } = accountOf(state(), id).standing;
    const known: Record<string, string> = {
      display_phone_number: `${DISPLAY}${id.slice(-4)}`,
      verified_name: 'Padaria Balcão',
      quality_rating: quality,
      messaging_limit_tier: tier,
    };
    const asked = (request.query.fields ?? 'display_phone_number,verified_name').split(',');
    return reply.send({ ...Object.fromEntries(asked.map((field) => [field, known[field]])), id });
  });
  app.post<{ Params: { id: string } }>('/:id/messages', async (request, reply) => {
    if (!isKnown(request)) return refuse(reply, ENDED);
    const account = accountOf(state(), request.params.id);
    const body = (readJson(request) ?? {}) as Record<string, unknown>;
    if (body.status === 'read') {
      account.calls.push({ id: null, to: '', shown: '', body, fileBytes: null, choices: [] });
      return reply.send({ success: true });
    }
    const next = account.next.shift();
    const wrong = next?.error ?? problemOf(state(), account, body);
    if (wrong) return refuse(reply, wrong);
    const id = nextId(state());
    const to = String(body.to ?? body.recipient);
    const fileBytes = fileOf(state(), body)?.length ?? null;
    const choices = choicesOf(body.interactive).map(({ label }) => label);
    account.calls.push({ id, to, shown: shownOf(state(), body), body, fileBytes, choices });
    const status = next?.fails === undefined ? { status: 'sent' } : failed(next.fails);
    const at = { id, recipient_id: to, timestamp: now() };
    if (next?.isReadEarly) await tell(account, request.params.id, { statuses: [{ ...at, status: 'read' }] });
    setImmediate(
      () => void tell(account, request.params.id, { statuses: [{ ...at, ...status }] }).catch(() => {}),
    );
    if (next?.lost) {
      request.raw.socket.destroy();
      return reply.hijack();
    }
    const contacts = [{ input: to, wa_id: to }];
    return reply.send({ messaging_product: 'whatsapp', contacts, messages: [{ id }] });
  });
  const block = (isBlocked: boolean) => (request: FastifyRequest<{ Params: { id: string } }>) => {
    const { block_users: people } = readJson(request) as { block_users: { user: string }[] };
    const { blocked } = accountOf(state(), request.params.id);
    for (const { user } of people) isBlocked ? blocked.add(user) : blocked.delete(user);
    return { messaging_product: 'whatsapp' };
  };
  app.post('/:id/block_users', block(true));
  app.delete('/:id/block_users', block(false));
}

const failed = (code: number) => ({ status: 'failed', errors: [{ code, title: 'failed' }] });

/** What Meta would refuse. */
function problemOf(state: State, account: Account, body: Record<string, unknown>): Refusal | null {
  const { type, to = body.recipient, messaging_product: product } = body;
  const part = body[String(type)];
  if (product !== 'whatsapp' || typeof to !== 'string' || !TYPES.includes(String(type)) || !part)
    return { status: 400, code: 100, message: 'Invalid parameter' };
  if (type === 'template') return problemOfTemplate(state.templates, part as SentTemplate);
  if (Date.now() - (account.wroteAt.get(to) ?? 0) > DAY_MS)
    return { status: 400, code: 131_047, message: 'Re-engagement message' };
  const text = type === 'text' ? String((part as { body?: unknown }).body ?? '') : 'x';
  if (text === '' || text.length > 4_096)
    return { status: 400, code: 100, message: 'Param text is too long' };
  if (type === 'interactive' && !isMenu(part))
    return { status: 400, code: 131_009, message: 'Parameter value is not valid' };
  if (MEDIA.includes(String(type)) && !fileOf(state, body))
    return { status: 400, code: 131_053, message: 'Media upload error' };
  return null;
}

/** The text as the customer reads it. */
function shownOf({ templates }: State, body: Record<string, unknown>): string {
  if (body.type === 'interactive') return (body.interactive as { body: { text: string } }).body.text;
  const part = body[String(body.type)] as { body?: string; caption?: string } & SentTemplate;
  if (body.type !== 'template') return part.body ?? part.caption ?? '';
  return readTemplate(templates, part);
}

function fileOf({ files }: State, body: Record<string, unknown>): Buffer | undefined {
  const part = body[String(body.type)] as { id?: string } | undefined;
  return part?.id === undefined ? undefined : files.get(part.id);
}

function addFiles(app: FastifyInstance, state: () => State): void {
  app.post('/:id/media', async (request, reply) => {
    if (!isKnown(request)) return refuse(reply, ENDED);
    const form = readMultipart(request);
    if (!form?.file || form.fields.messaging_product !== 'whatsapp')
      return refuse(reply, { status: 400, code: 100, message: 'Invalid parameter' });
    const most = form.fields.type?.startsWith('image/') ? MAX_IMAGE : MAX_UPLOAD;
    if (form.file.bytes.length > most) return refuse(reply, { status: 413, code: 100, message: 'Too large' });
    state().last += 1;
    const id = String(900_000_000 + state().last);
    state().files.set(id, form.file.bytes);
    return reply.send({ id });
  });
  app.get<{ Params: { id: string } }>('/files/:id', (request, reply) => {
    const bytes = state().files.get(request.params.id);
    if (!isKnown(request) || !bytes) return reply.code(404).send();
    return reply.type('application/octet-stream').send(bytes);
  });
}

const describeFile = ({ headers }: FastifyRequest, id: string) => ({
  url: `http://${headers.host}/whatsapp-cloud/files/${id}`,
  id,
  messaging_product: 'whatsapp',
});

function accountOf({ accounts }: State, id: string): Account {
  const known = accounts.get(id);
  if (known) return known;
  const account: Account = {
    webhook: null,
    calls: [],
    next: [],
    blocked: new Set(),
    standing: { quality: 'GREEN', tier: 'TIER_1K' },
    wroteAt: new Map(),
  };
  accounts.set(id, account);
  return account;
}

function nextId(state: State): string {
  state.last += 1;
  return `wamid.HBgMNTUxMTk5OTk5OTk5FQIAERgS${String(state.last).padStart(12, '0')}A=`;
}

const now = () => String(Math.floor(Date.now() / 1000));

const isKnown = ({ headers }: FastifyRequest): boolean =>
  /^Bearer \S+$/.test(headers.authorization ?? '') && headers.authorization !== `Bearer ${ENDED_TOKEN}`;

const ENDED = { status: 401, code: 190, message: 'Error validating access token' };

const refuse = (reply: FastifyReply, { status, code, message }: Refusal) =>
  reply.code(status).send({ error: { message: `(#${code}) ${message}`, type: 'OAuthException', code } });
