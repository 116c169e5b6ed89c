import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { defineStandIn, readJson, readMultipart } from './stand-in.ts';

/** Any token but this one is good, and any number of digits is a number of its own. */
export const ENDED_TOKEN = 'EAAGended0by0its0owner0000000000';

/** Something that a company did with its number. */
export interface CloudCall {
  /** Of the message that it made; null for a receipt. */
  id: string | null;
  /** To whom; empty for a receipt. */
  to: string;
  /** What the customer reads of it. */
  shown: string;
  body: Record<string, unknown>;
  /** Bytes of the file that it names. */
  fileBytes: number | null;
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

/** What Meta thinks of a number, and to how many it may write first. */
const STANDING = z.object({ quality: z.string(), tier: z.string() });

const TEMPLATE = z.object({
  name: z.string(),
  language: z.string(),
  category: z.string(),
  status: z.string(),
  components: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
});
type Template = z.infer<typeof TEMPLATE>;

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
  /** Of the business account, which all numbers here belong to. */
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
];
const DAY_MS = 24 * 3_600_000;
/** Of every number and every token. */
const BUSINESS_ACCOUNT = '102290129340398';
const MEDIA = ['image', 'video', 'audio', 'document', 'sticker'];

/**
 * Meta's Cloud API: messages, files in two steps, errors with Meta's numbers, and signed notices at the address that the
 * owner has entered. `PUT /whatsapp-cloud/webhooks/<id>` enters it, as Meta's page does; `POST /whatsapp-cloud/customers/<id>`
 * makes a customer do something, `GET` of the same tells what the company did, `PUT /whatsapp-cloud/next/<id>` what becomes
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
      account.calls.push({ id: null, to: '', shown: '', body, fileBytes: null });
      return reply.send({ success: true });
    }
    const next = account.next.shift();
    const wrong = next?.error ?? problemOf(state(), account, body);
    if (wrong) return refuse(reply, wrong);
    const id = nextId(state());
    const to = String(body.to ?? body.recipient);
    const fileBytes = fileOf(state(), body)?.length ?? null;
    account.calls.push({ id, to, shown: shownOf(state(), body), body, fileBytes });
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
  if (type === 'template') return problemOfTemplate(state, part as SentTemplate);
  if (Date.now() - (account.wroteAt.get(to) ?? 0) > DAY_MS)
    return { status: 400, code: 131_047, message: 'Re-engagement message' };
  const text = type === 'text' ? String((part as { body?: unknown }).body ?? '') : 'x';
  if (text === '' || text.length > 4_096)
    return { status: 400, code: 100, message: 'Param text is too long' };
  if (MEDIA.includes(String(type)) && !fileOf(state, body))
    return { status: 400, code: 131_053, message: 'Media upload error' };
  return null;
}

/** As the customer reads it. */
function shownOf({ templates }: State, body: Record<string, unknown>): string {
  const part = body[String(body.type)] as { body?: string; caption?: string } & SentTemplate;
  if (body.type !== 'template') return part.body ?? part.caption ?? '';
  const known = templates.find(
    ({ name, language }) => name === part.name && language === part.language?.code,
  );
  const filled = ['HEADER', 'BODY', 'FOOTER'].map((type) => {
    const text = known?.components.find((one) => one.type === type)?.text ?? '';
    const sent = part.components?.find((one) => one.type === type.toLowerCase())?.parameters ?? [];
    return text.replaceAll(/\{\{(\w+)\}\}/g, (blank, name) => {
      const given = sent.find((one) => one.parameter_name === name) ?? sent[Number(name) - 1];
      return given?.text ?? blank;
    });
  });
  return filled.filter(Boolean).join('\n\n');
}

interface SentTemplate {
  name?: string;
  language?: { code?: string };
  components?: { type: string; parameters: { type: string; text: string; parameter_name?: string }[] }[];
}

/** Every blank of every part wants a text of one line, numbered ones in their order, named ones by their names. */
function problemOfTemplate(
  { templates }: State,
  { name, language, components = [] }: SentTemplate,
): Refusal | null {
  const known = templates.find(
    (one) => one.name === name && one.language === language?.code && one.status === 'APPROVED',
  );
  if (!known)
    return { status: 404, code: 132_001, message: 'Template name does not exist in the translation' };
  for (const type of ['HEADER', 'BODY']) {
    const text = known.components.find((one) => one.type === type)?.text ?? '';
    const blanks = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, blank]) => blank));
    const sent = components.find((one) => one.type === type.toLowerCase())?.parameters ?? [];
    const fit = sent.every((one) => one.parameter_name === undefined || blanks.has(one.parameter_name));
    if (sent.length !== blanks.size || !fit)
      return { status: 400, code: 132_000, message: 'Number of parameters does not match' };
    if (sent.some((one) => one.type !== 'text' || !one.text || /[\n\t]| {5}/.test(one.text)))
      return { status: 400, code: 132_012, message: 'Parameter format does not match' };
  }
  return null;
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

interface Refusal {
  status: number;
  code: number;
  message: string;
}

const ENDED = { status: 401, code: 190, message: 'Error validating access token' };

const refuse = (reply: FastifyReply, { status, code, message }: Refusal) =>
  reply.code(status).send({ error: { message: `(#${code}) ${message}`, type: 'OAuthException', code } });
