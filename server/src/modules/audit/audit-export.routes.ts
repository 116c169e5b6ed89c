import { Readable } from 'node:stream';
import { entryName, exportAudit, nounKey } from '@balcao/shared/audit-log.ts';
import { CSV_BOM, csvLine } from '@balcao/shared/features/contacts/csv.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import { createTexts } from '../../platform/feature-texts.ts';
import { register } from '../../platform/http/route.ts';
import { createTimes, type WriteTime } from '../../platform/written-times.ts';
import { contentDisposition } from '../media/media.headers.ts';
import * as repo from './audit.repo.ts';

const PAGE = 500;

export function auditExportRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  register(app, exportAudit, async ({ query: { language: wished, ...filter } }, { actor, reply }) => {
    const { companyId } = actor;
    const style = await db.readCompany(companyId, (tx) => repo.styleOf(tx, companyId));
    const language = wished ?? style.language;
    const t = createTexts(language);
    const time = createTimes({ ...style, language });
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': contentDisposition('text/csv', `${t('audit:title')}.csv`),
      })
      .send(Readable.from(linesOf(db, companyId, filter, { t, time })));
  });
}

interface Style {
  t(key: string): string;
  time: WriteTime;
}

/** Page by page, as fast as it is taken: no more than a page is in memory. */
async function* linesOf(
  db: Database,
  companyId: number,
  filter: repo.AuditFilter,
  style: Style,
): AsyncGenerator<string> {
  const { t } = style;
  const head = ['audit:columns.when', 'audit:columns.who', 'audit:columns.what', 'audit:columns.object'];
  yield CSV_BOM + csvLine([...head, 'audit:columns.name', 'audit:columns.changes'].map(t));
  for (let after: repo.AuditPlace | undefined; ; ) {
    const page = { offset: 0, limit: PAGE, after };
    const rows: Awaited<ReturnType<typeof repo.list>> = await db.readReplica(companyId, (tx) =>
      repo.list(tx, companyId, filter, page),
    );
    yield rows.map((row) => lineOf(row, style)).join('');
    const last = rows.at(-1);
    if (!last) return;
    after = last.place;
  }
}

const lineOf = (row: repo.AuditRow, { t, time }: Style): string =>
  csvLine([
    time(row.at),
    row.userName || t('audit:system'),
    t(`audit:actions.${row.action}`),
    t(nounKey(row.entity)),
    entryName(row, t),
    row.changes.map(({ field, from, to }) => `${field}: ${from ?? '–'} → ${to ?? '–'}`).join('\n'),
  ]);
