import * as contracts from '@balcao/shared/api/contacts.ts';
import { PAGE_SIZE } from '@balcao/shared/constants.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import { listContacts } from './contacts.repo.ts';

export function contactRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  register(app, contracts.listContacts, ({ query }, { actor }) =>
    db.readCompany(actor.companyId, async (tx) => {
      const offset = (Math.max(query.pageNumber ?? 1, 1) - 1) * PAGE_SIZE;
      const rows = await listContacts(tx, actor, query.searchParam, { offset, limit: PAGE_SIZE + 1 });
      return { contacts: rows.slice(0, PAGE_SIZE), hasMore: rows.length > PAGE_SIZE };
    }),
  );
}
