import { mailPage } from '@balcao/shared/features/messages/mail-page.ts';
import type { FastifyInstance } from 'fastify';
import type { Parts } from '../../parts.ts';
import { register } from '../../platform/http/route.ts';
import { createMailPages } from './mail-pages.service.ts';

export function mailPageRoutes(
  app: FastifyInstance,
  { db, storage, outside }: Pick<Parts, 'db' | 'storage' | 'outside'>,
): void {
  const pages = createMailPages({ db, storage, http: outside.http });

  register(app, mailPage, async ({ params, query }, { actor }) => {
    const page = await pages.show(actor, params.messageId, { wanted: query.pictures === 'outside' });
    return async () => page;
  });
}
