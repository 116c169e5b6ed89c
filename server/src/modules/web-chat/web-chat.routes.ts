import { AppError } from '@balcao/shared/errors.ts';
import * as contracts from '@balcao/shared/features/web-chat/calls.ts';
import { CHAT_LIMITS, chatPaths } from '@balcao/shared/features/web-chat/line.ts';
import type { ServerFrame } from '@balcao/shared/features/web-chat/protocol.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import { namedFile } from '../../platform/http/file-name.ts';
import { register } from '../../platform/http/route.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { get as getContact } from '../contacts/contacts.service.ts';
import type { MediaLinks } from '../media/media.links.ts';
import { createMediaSending } from '../media/media.sending.ts';
import type { MediaService } from '../media/media.service.ts';
import { createChatKeys } from './chat-keys.ts';
import { assertPage, createKnownChats, type KnownChat, presenceOf } from './known-chats.ts';
import { hear } from './visitor-frames.ts';
import { createVisitorGateway } from './visitor-gateway.ts';
import { createVisitorLimits } from './visitor-limits.ts';
import { newLine } from './visitor-line.ts';
import { presentToVisitor } from './visitor-messages.ts';
import { createVisitorProofs } from './visitor-proofs.ts';
import { createVisitorRooms } from './visitor-rooms.ts';
import * as visits from './visits.repo.ts';
import { presentVisit } from './visits.ts';
import { createWebChatSettings } from './web-chat.service.ts';

interface Deps {
  config: Pick<Config, 'mediaLimitBytes'>;
  db: Database;
  bus: Bus;
  secrets: Secrets;
  storage: Storage;
  media: MediaService;
  links: MediaLinks;
  publicUrl: string | null;
  clock(): Date;
}

declare module 'fastify' {
  interface FastifyInstance {
    visitors: ReturnType<typeof createVisitorGateway>;
  }
}

export function webChatRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, publicUrl, secrets } = deps;
  const keys = createChatKeys(secrets);
  const proofs = createVisitorProofs(deps);
  const settings = createWebChatSettings({ bus: deps.bus, keys, proofs, publicUrl });
  const present: Parameters<typeof createVisitorRooms>[0]['present'] = ({ chat }, row) =>
    presentToVisitor(row, (media) => {
      const link = deps.links.of(chat.companyId, media)?.split('/').at(-1);
      return link === undefined ? null : `${chatPaths(chat.key).upload(media.id)}/${link}`;
    });
  const onError = (error: unknown, context: string) => app.log.error({ err: error }, `web chat: ${context}`);
  const common = { ...deps, proofs, present, onError, limits: createVisitorLimits() };
  const rooms = createVisitorRooms(common);
  const chats = createKnownChats({ db, bus: deps.bus, keys });
  const gateway = createVisitorGateway({ ...common, rooms, chats });
  app.decorate('visitors', gateway);
  app.addHook('preClose', async () => gateway.close());

  register(app, contracts.getWebChat, ({ params }, { tx, actor }) =>
    settings.details(tx, { companyId: actor.companyId, connectionId: params.whatsappId }),
  );
  register(app, contracts.saveWebChat, ({ params, body }, { tx, actor }) =>
    settings.save(tx, actor, { companyId: actor.companyId, connectionId: params.whatsappId }, body),
  );
  register(app, contracts.renewWebChatSecret, ({ params }, { tx, actor }) =>
    settings.renewSecret(tx, actor, { companyId: actor.companyId, connectionId: params.whatsappId }),
  );
  register(app, contracts.listVisits, async ({ params: { contactId } }, { tx, actor }) => {
    await getContact(tx, actor, contactId);
    return (await visits.ofContact(tx, actor.companyId, contactId)).map(presentVisit);
  });
  void app.register(async (scope) => {
    scope.addHook('onRequest', answerPages);
    scope.options('/chat/*', { config: { access: 'page' } }, allow);
    pageRoutes(scope, { ...common, rooms, chats });
  });
}

/** What pages of others call. */
function pageRoutes(app: FastifyInstance, deps: Deps & Parameters<typeof createVisitorGateway>[0]): void {
  const { chats, publicUrl, clock, limits, proofs, media } = deps;
  const sending = createMediaSending(app, deps.storage);
  const fileBytes = Math.min(deps.config.mediaLimitBytes, CHAT_LIMITS.fileBytes);

  async function chatFor(key: string, request: FastifyRequest): Promise<KnownChat> {
    const chat = await chats.of(key);
    assertPage(chat, request.headers.origin, publicUrl);
    return chat;
  }
  function assertSlow(mayGoOn: boolean): void {
    if (!mayGoOn) throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: 30 });
  }

  register(app, contracts.openChatDesign, async ({ params }, { request, reply }) => {
    assertSlow(limits.mayLook(request.ip));
    const chat = await chatFor(params.chatKey, request);
    const { appearance, followsPages } = chat.settings;
    reply.header('cache-control', 'private, max-age=60');
    return {
      ...appearance,
      followsPages,
      hasWhatsApp: chat.whatsApp !== null,
      shop: presenceOf(chat, clock()),
      fileBytes,
    };
  });

  register(app, contracts.exchangeFrames, async ({ params, body }, { request }) => {
    const chat = await chatFor(params.chatKey, request);
    const frames: ServerFrame[] = [];
    let close: number | null = null;
    const from = { address: request.ip, browser: request.headers['user-agent'] ?? '' };
    const line = newLine(chat, from, {
      send: (frame) => void frames.push(frame),
      end(code) {
        close = code;
      },
    });
    try {
      for (const frame of body.frames) if (close === null) await hear(deps, line, frame);
    } finally {
      deps.rooms.leave(line);
    }
    return { frames, close };
  });

  register(app, contracts.uploadChatFile, async ({ params, query }, { request, bytes }) => {
    const chat = await chatFor(params.chatKey, request);
    const token = /^Bearer ([\w.-]{1,2000})$/i.exec(request.headers.authorization ?? '')?.[1];
    const visitor = token === undefined ? null : proofs.open(chat, token);
    if (!visitor) throw new AppError('ERR_CHAT_VISITOR_UNKNOWN');
    assertSlow(limits.mayUpload(request.ip, visitor.id));
    if (Number(request.headers['content-length'] ?? 0) > fileBytes)
      throw new AppError('ERR_BODY_TOO_LARGE', { limit: fileBytes });
    const recording = { voice: query.voice === 'true', seconds: query.seconds ?? null, waveform: null };
    const id = proofs.fileOf(chat, visitor, params.fileId);
    const file = { id, name: namedFile(request), bytes: atMost(bytes, fileBytes), recording };
    const { mime } = await media.receive(chat.companyId, file);
    return { mime };
  });

  register(app, contracts.openChatFile, async ({ params }, exchange) => {
    const file = await media.findByLink(params.fileId, params.link);
    // Pages of others show it.
    exchange.reply.header('cross-origin-resource-policy', 'cross-origin');
    return sending.whole(file, exchange);
  });
}

/** A page reads the answer; whether it may use the chat is the route's to say. There is nothing here that a browser brings along. */
async function answerPages({ headers }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (headers.origin === undefined) return;
  reply.headers({ 'access-control-allow-origin': headers.origin, vary: 'origin' });
}

async function allow(_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply
    .headers({
      'access-control-allow-methods': 'GET, POST, PUT',
      'access-control-allow-headers': 'authorization, content-type, x-file-name',
      'access-control-max-age': '86400',
    })
    .code(204)
    .send();
}

async function* atMost(bytes: AsyncIterable<Uint8Array>, most: number): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > most) throw new AppError('ERR_BODY_TOO_LARGE', { limit: most });
    yield chunk;
  }
}
