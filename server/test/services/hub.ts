import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { defineStandIn, readJson } from './stand-in.ts';

/** Any token is an account with these channels; this one was taken back. */
export const HUB_TOKEN = 'hub-account-played-by-a-program';
export const REFUSED_HUB_TOKEN = 'hub-account-that-is-gone';
export const HUB_CHANNEL_IDS = {
  facebook: '6f1c1a4e-0001-4000-8000-000000000001',
  instagram: '6f1c1a4e-0002-4000-8000-000000000002',
  telegram: '6f1c1a4e-0003-4000-8000-000000000003',
} as const;
type HubChannel = keyof typeof HUB_CHANNEL_IDS;

/** What a customer got of ours. */
export interface HubDelivery {
  id: string;
  channel: string;
  to: string;
  contents: Record<string, string>[];
  /** Bytes of the file that its address led to; null: no file. */
  fileBytes: number | null;
}

const SAID = z.object({
  channel: z.enum(['facebook', 'instagram', 'telegram']),
  from: z.string(),
  name: z.string().default(''),
  text: z.string().optional(),
  /** A file with this name ending and content. */
  fileBase64: z.string().optional(),
  fileMimeType: z.string().default('image/png'),
  /** Something else, as the messenger hands it on. */
  content: z.record(z.string(), z.unknown()).optional(),
  /** Told again under an id that was told before. */
  id: z.string().optional(),
  times: z.number().int().default(1),
});

const NEXT = z.object({
  status: z.number().int().optional(),
  message: z.string().default(''),
  /** Accepted, and something is told of it: before or after the answer. */
  told: z
    .object({ code: z.string(), description: z.string().default(''), early: z.boolean().default(false) })
    .optional(),
  /** Done, and the answer is lost. */
  lost: z.boolean().optional(),
});
type Next = z.infer<typeof NEXT>;

interface State {
  subscriptions: { id: string; criteria: { channel: string }; webhook: { url: string } }[];
  deliveries: HubDelivery[];
  files: Map<string, { bytes: Buffer; mime: string }>;
  next: Next[];
}

/**
 * NotificaMe Hub: channels, one subscription for each address, messages out by their channel, and notices in the shapes
 * that were recorded. `POST /hub/customers` lets a customer write, `GET` of the same tells what they got, `POST
 * /hub/status` tells what became of a message, `PUT /hub/next` what becomes of our next one.
 */
export const hub = defineStandIn(
  'hub',
  (): State => ({ subscriptions: [], deliveries: [], files: new Map(), next: [] }),
  (app, state) => {
    addCustomers(app, state);
    app.addHook('preHandler', async (request, reply) => {
      if (!request.url.startsWith('/hub/v1/')) return;
      const token = request.headers['x-api-token'];
      if (!token || token === REFUSED_HUB_TOKEN) return reply.code(401).send({ message: 'Unauthorized' });
    });
    app.get('/v1/channels', async () => [
      ...Object.entries(HUB_CHANNEL_IDS).map(([channel, id]) => ({
        id,
        channel,
        name: `Padaria no ${channel}`,
      })),
      { id: randomUUID(), channel: 'webchat', name: 'Site' },
    ]);
    app.get('/v1/subscriptions', async () => state().subscriptions);
    app.post('/v1/subscriptions', async (request, reply) => {
      const { criteria, webhook } = SUBSCRIPTION.parse(readJson(request));
      const known = state().subscriptions.some(
        (one) => one.criteria.channel === criteria.channel && one.webhook.url === webhook.url,
      );
      if (known) return reply.code(409).send({ message: 'Subscription already exists' });
      const made = { id: randomUUID(), criteria, webhook };
      state().subscriptions.push(made);
      return made;
    });
    app.post<{ Params: { channel: string } }>('/v1/channels/:channel/messages', async (request, reply) => {
      const { from, to, contents } = MESSAGE.parse(readJson(request));
      const { channel } = request.params;
      if (HUB_CHANNEL_IDS[channel as HubChannel] !== from) return refuse(reply, 404, 'channel not found');
      const next = state().next.shift();
      if (next?.status) return refuse(reply.header('retry-after', '1'), next.status, next.message);
      const id = randomUUID();
      const file = contents.find(({ type }) => type === 'file');
      const fileBytes = file ? await sizeAt(file.fileUrl ?? '') : null;
      if (file && fileBytes === null) return refuse(reply, 400, 'fileUrl cannot be fetched');
      state().deliveries.push({ id, channel, to, contents, fileBytes });
      const report = ({ code, description }: { code: string; description: string }) =>
        tell(state(), from, { ...statusOf(channel, id, code), ...described(code, description) });
      if (next?.told?.early) await report(next.told);
      if (next?.lost) {
        request.raw.socket.destroy();
        return reply.hijack();
      }
      const { told } = next ?? {};
      if (told && !told.early) setTimeout(() => void report(told), 200).unref();
      return { id, from, to, contents, direction: 'OUT' };
    });
  },
);

const SUBSCRIPTION = z.object({
  criteria: z.object({ channel: z.string() }),
  webhook: z.object({ url: z.url() }),
});
const MESSAGE = z.object({
  from: z.string(),
  to: z.string(),
  contents: z.array(z.record(z.string(), z.string())).min(1),
});

/** The other side of the chats: what tests and the page of simulated phones play. */
function addCustomers(app: FastifyInstance, state: () => State): void {
  app.post('/customers', async (request, reply) => {
    const said = SAID.parse(readJson(request));
    const id = said.id ?? randomUUID();
    const to = HUB_CHANNEL_IDS[said.channel];
    if (said.fileBase64)
      state().files.set(id, { bytes: Buffer.from(said.fileBase64, 'base64'), mime: said.fileMimeType });
    const host = `http://${request.headers.host}`;
    const notice = messageOf(said, id, to, host);
    const answers: number[] = [];
    for (let time = 0; time < said.times; time += 1) answers.push(...(await tell(state(), to, notice)));
    return reply.send({ id, answers });
  });
  app.get('/customers', async () => state().deliveries);
  app.post('/status', async (request, reply) => {
    const { id, code, description, providerId, isAlone } = STATUS.parse(readJson(request));
    const sent = state().deliveries.find((one) => one.id === id);
    const channel = sent?.channel ?? 'instagram';
    const to = HUB_CHANNEL_IDS[channel as HubChannel];
    const { messageStatus } = described(code, description);
    const named = { ...messageStatus, ...(providerId ? { providerMessageId: providerId } : {}) };
    const notice = { ...statusOf(channel, isAlone ? '' : id, code), messageStatus: named };
    return reply.send({ answers: await tell(state(), to, notice) });
  });
  app.put('/next', async (request, reply) => {
    state().next.push(NEXT.parse(readJson(request)));
    return reply.code(204).send();
  });
  app.get<{ Params: { id: string } }>('/files/:id', ({ params }, reply) => {
    const file = state().files.get(params.id);
    return file ? reply.type(file.mime).send(file.bytes) : reply.code(404).send({});
  });
}

const STATUS = z.object({
  id: z.string(),
  code: z.string(),
  description: z.string().default(''),
  /** The messenger's own id, and whether nothing else is named. */
  providerId: z.string().optional(),
  isAlone: z.boolean().default(false),
});

/** Tells every address that was subscribed for the channel; answers the statuses that they give. */
async function tell({ subscriptions }: State, channelId: string, notice: object): Promise<number[]> {
  const urls = subscriptions.filter(({ criteria }) => criteria.channel === channelId);
  return Promise.all(
    urls.map(({ id, webhook }) =>
      fetch(webhook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...notice, subscriptionId: id }),
      }).then(
        ({ status }) => status,
        () => 0,
      ),
    ),
  );
}

/** A local time without its zone, as the hub writes it. */
const TIME = '2026-04-10 06:44:39 pm';

function messageOf(said: z.infer<typeof SAID>, id: string, to: string, host: string): object {
  const { channel, from, name, text, fileBase64, fileMimeType, content } = said;
  const file = {
    type: 'file',
    fileUrl: `${host}/hub/files/${id}`,
    fileMimeType,
    fileName: 'foto.png',
    ...(text ? { fileCaption: text } : {}),
  };
  return {
    type: 'MESSAGE',
    id: randomUUID(),
    timestamp: TIME,
    channel,
    direction: 'IN',
    message: {
      id,
      from,
      to,
      direction: 'IN',
      channel,
      visitor: { name, firstName: name, lastName: '', picture: '' },
      group: { id: '', name: '' },
      isGroup: 'false',
      contents: [content ?? (fileBase64 ? file : { type: 'text', text: text ?? '' })],
      timestamp: TIME,
    },
  };
}

const statusOf = (channel: string, messageId: string, code: string) => ({
  type: 'MESSAGE_STATUS',
  timestamp: TIME,
  channel,
  messageId,
  contentIndex: 0,
  messageStatus: { timestamp: TIME, code, description: '' },
});

const described = (code: string, description: string) => ({
  messageStatus: {
    timestamp: TIME,
    code,
    description,
    ...(description ? { error: { message: description } } : {}),
  },
});

async function sizeAt(url: string): Promise<number | null> {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok ? (await answer.arrayBuffer()).byteLength : null;
}

const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply.code(status).send({ httpStatus: status, message });
