import type { Readable } from 'node:stream';
import { AppError } from '@balcao/shared/errors.ts';
import { answerChallenge, hearFromChannel } from '@balcao/shared/features/channel-notices/calls.ts';
import type { FastifyInstance } from 'fastify';
import { openCredentials } from '../../platform/connection-credentials.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { NoticeAddresses, NoticedConnection } from '../../platform/notice-address.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { WebhookCall, Webhooks } from '../../platform/webhook.ts';
import * as repo from './channel-notices.repo.ts';
import { assertRoom, keep } from './channel-notices.service.ts';
import { bodyOfNotice } from './notice-body.ts';

interface Deps {
  db: Database;
  secrets: Secrets;
  noticeAddresses: NoticeAddresses;
  webhooks: Webhooks;
}

export function channelNoticeRoutes(app: FastifyInstance, deps: Deps): void {
  const { noticeAddresses } = deps;
  register(app, hearFromChannel, async ({ params }, { request, bytes }) => {
    // Whoever guesses makes nobody read anything.
    const connection = noticeAddresses.open(params.connectionToken);
    if (!connection) throw new AppError('ERR_NO_WAPP_FOUND');
    return app.hold({ address: request.ip, connectionId: connection.connectionId }, async () => {
      await takeIn(deps, connection, { headers: request.headers, bytes });
      return {};
    });
  });
  register(app, answerChallenge, async ({ params, query }, { reply }) => {
    const connection = noticeAddresses.open(params.connectionToken);
    if (!connection) throw new AppError('ERR_NO_WAPP_FOUND');
    // It opens nothing by itself: what is told is signed.
    if (!noticeAddresses.isWordOf(connection, query['hub.verify_token']))
      throw new AppError('ERR_NO_PERMISSION');
    return reply.type('text/plain').send(query['hub.challenge']);
  });
}

/**
 * Stores it for whoever runs the connection. A connection that is stopped asks to be told later: what a customer writes
 * meanwhile is not for us to forget. A flood is refused before anything of it is read.
 */
async function takeIn(
  { db, secrets, webhooks }: Deps,
  connection: NoticedConnection,
  { headers, bytes }: Pick<WebhookCall, 'headers'> & { bytes: Readable },
): Promise<void> {
  const { companyId, connectionId } = connection;
  const listener = await db.readCompany(companyId, (tx) => repo.findListener(tx, connection));
  const webhook = listener && webhooks[listener.kind];
  const credentials = listener && openCredentials(secrets, companyId, connectionId, listener);
  if (!webhook || !credentials) throw new AppError('ERR_NO_WAPP_FOUND');
  await db.readCompany(companyId, (tx) => assertRoom(tx, connection));
  const body = await bodyOfNotice(bytes);
  if (!webhook.isGenuine(credentials, { headers, body })) throw new AppError('ERR_NO_PERMISSION');
  if (listener.desired === 'stopped') throw new AppError('ERR_UNAVAILABLE');
  await db.withCompany(companyId, (tx) => keep(tx, connection, body));
}
