import { type AuditEntry, listAudit, noteDownload } from '@balcao/shared/audit-log.ts';
import type { FastifyInstance } from 'fastify';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './audit.repo.ts';
import * as readings from './readings.service.ts';

export function auditRoutes(app: FastifyInstance): void {
  register(app, listAudit, async ({ query: { pageNumber, ...filter } }, { tx, actor }) => {
    const rows = await repo.list(tx, actor.companyId, filter, pageAt<repo.AuditPlace>(pageNumber));
    const { shown, hasMore } = pageOf(rows);
    return { entries: shown.map(presentEntry), hasMore };
  });
  register(app, noteDownload, ({ body: { list, about } }, { tx, actor }) =>
    readings.noteDownload(tx, actor, list, about),
  );
}

function presentEntry(row: repo.AuditRow): AuditEntry {
  const { id, userId, userName, action, entity, entityId, entityName, changes } = row;
  return { id, at: row.at.toISOString(), userId, userName, action, entity, entityId, entityName, changes };
}
