import * as contracts from '@balcao/shared/features/announcements/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { uploadAttached } from '../media/attached.ts';
import { createMediaSending } from '../media/media.sending.ts';
import type { MediaService } from '../media/media.service.ts';
import * as repo from './announcements.repo.ts';
import * as announcements from './announcements.service.ts';

export function announcementRoutes(
  app: FastifyInstance,
  deps: { db: Database; media: MediaService; storage: Storage; clock: () => Date },
): void {
  const { db, storage, clock } = deps;
  register(app, contracts.listAnnouncements, ({ query }, { tx, actor }) =>
    announcements.list(tx, actor, query),
  );
  register(app, contracts.listAnnouncementChoices, ({ query }, { tx, actor }) =>
    announcements.listChoices(tx, actor, query.searchParam),
  );
  register(app, contracts.getAnnouncement, ({ params }, { tx, actor }) =>
    announcements.get(tx, actor, params.announcementId),
  );
  register(app, contracts.createAnnouncement, ({ body }, { tx, actor }) =>
    announcements.create(tx, actor, body),
  );
  register(app, contracts.updateAnnouncement, ({ params, body }, { tx, actor }) =>
    announcements.update(tx, actor, params.announcementId, body, clock()),
  );
  register(app, contracts.deleteAnnouncement, ({ params }, { tx, actor }) =>
    announcements.remove(tx, actor, params.announcementId),
  );

  register(app, contracts.uploadAnnouncementImage, async ({ params: { announcementId: id } }, exchange) => {
    const mediaId = await uploadAttached(deps, exchange, (tx) => announcements.find(tx, id));
    return (tx) => announcements.update(tx, exchange.actor, id, { mediaId }, clock());
  });
  register(app, contracts.removeAnnouncementImage, ({ params }, { tx, actor }) =>
    announcements.update(tx, actor, params.announcementId, { mediaId: null }, clock()),
  );

  const sending = createMediaSending(app, storage);
  const imageOf = async (name: string) =>
    orNotFound(await db.asSystem((tx) => repo.findImage(tx, name)), 'ERR_NO_MEDIA_FOUND');
  register(app, contracts.downloadAnnouncementImage, async ({ params }, exchange) =>
    sending.whole(await imageOf(params.imageName), exchange),
  );
  register(app, contracts.downloadAnnouncementThumbnail, async ({ params }, exchange) =>
    sending.thumbnail(await imageOf(params.imageName), exchange),
  );
}
