import { mailPage } from '@balcao/shared/features/messages/mail-page.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Outside } from '../../services/outside.ts';
import { createMailPages } from './mail-pages.service.ts';

export function mailPageRoutes(
  app: FastifyInstance,
  { db, storage, outside }: { db: Database; storage: Storage; outside: Outside },
): void {
  const pages = createMailPages({ db, storage, http: outside.http });

  register(app, mailPage, async ({ params, query }, { actor }) => {
    const page = await pages.show(actor, params.messageId, { wanted: query.pictures === 'outside' });
    return async () => page;
  });
}
