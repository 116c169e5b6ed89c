import { answerChallenge, hearFromChannel } from '@balcao/shared/api/channel-notices.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { FastifyInstance } from 'fastify';
import { openCredentials } from '../../platform/connection-credentials.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { NoticeAddresses, NoticedConnection } from '../../platform/notice-address.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { WebhookCall, Webhooks } from '../../platform/webhook.ts';
import * as repo from './channel-notices.repo.ts';
import { bodyOfNotice } from './notice-body.ts';

/** Notices of one connection that wait to be read: a night's, of a busy one. */
const MAX_WAITING = 10_000;

interface Deps {
  db: Database;
  secrets: Secrets;
  noticeAddresses: NoticeAddresses;
  webhooks: Webhooks;
}

export function channelNoticeRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, noticeAddresses } = deps;
  register(app, hearFromChannel, ({ params }, { request, bytes }) =>
    app.hold({ address: request.ip }, async () => {
      // Whoever guesses makes nobody read anything.
      const connection = noticeAddresses.open(params.connectionToken);
      if (!connection) throw new AppError('ERR_NO_WAPP_FOUND');
      const call = { headers: request.headers, body: await bodyOfNotice(bytes) };
      await db.withCompany(connection.companyId, (tx) => takeIn(tx, deps, connection, call));
      return {};
    }),
  );
  register(app, answerChallenge, async ({ params, query }, { reply }) => {
    const connection = noticeAddresses.open(params.connectionToken);
    if (!connection) throw new AppError('ERR_NO_WAPP_FOUND');
    // It opens nothing by itself: what is told is signed.
    if (query['hub.verify_token'] !== noticeAddresses.wordOf(connection))
      throw new AppError('ERR_NO_PERMISSION');
    return reply.type('text/plain').send(query['hub.challenge']);
  });
}

/**
 * Stores it for whoever runs the connection. A connection that is stopped asks to be told later: what a customer writes
 * meanwhile is not for us to forget.
 */
async function takeIn(
  tx: Tx,
  { secrets, webhooks }: Deps,
  connection: NoticedConnection,
  call: WebhookCall,
): Promise<void> {
  const { companyId, connectionId } = connection;
  const listener = await repo.findListener(tx, connection);
  const webhook = listener && webhooks[listener.kind];
  const credentials = listener && openCredentials(secrets, companyId, connectionId, listener);
  if (!webhook || !credentials) throw new AppError('ERR_NO_WAPP_FOUND');
  if (!webhook.isGenuine(credentials, call)) throw new AppError('ERR_NO_PERMISSION');
  if (listener.desired === 'stopped') throw new AppError('ERR_UNAVAILABLE');
  if (await repo.isFull(tx, connection, MAX_WAITING))
    throw new AppError('ERR_TOO_MANY_REQUESTS', { seconds: 60 });
  await repo.keep(tx, connection, call.body);
}
