import { Readable } from 'node:stream';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { CSV_BOM, csvLine } from '@balcao/shared/features/contacts/csv.ts';
import { writePairs } from '@balcao/shared/features/contacts/import-columns.ts';
import { exportHeadings } from '@balcao/shared/features/contacts/import-headings.ts';
import { countNumberless, exportContacts } from '@balcao/shared/features/contacts/imports.ts';
import { referralName } from '@balcao/shared/features/tickets/referral-name.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/db/database.ts';
import type { PlaceByName } from '../../platform/db/page.ts';
import { register } from '../../platform/http/route.ts';
import * as repo from './contacts.repo.ts';

export function contactExportRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  register(app, countNumberless, async (_, { tx, actor }) => ({
    count: await repo.countNumberless(tx, actor),
  }));
  register(app, exportContacts, async ({ query }, { actor, reply }) => {
    const { companyId } = actor;
    const language =
      query.language ?? (await db.readCompany(companyId, (tx) => repo.languageOf(tx, companyId)));
    return reply
      .headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="contacts.csv"',
      })
      .send(Readable.from(linesOf(db, actor, language)));
  });
}

/** Page by page, as fast as it is taken: no more than a page is in memory. */
async function* linesOf(db: Database, actor: Actor, language: Language): AsyncGenerator<string> {
  yield CSV_BOM + csvLine(exportHeadings(language));
  for (let after: PlaceByName | undefined; ; ) {
    const rows: Awaited<ReturnType<typeof repo.exportPage>> = await db.readReplica(actor.companyId, (tx) =>
      repo.exportPage(tx, actor, after),
    );
    if (rows.length === 0) return;
    yield rows
      .map(({ name, number, email, extraInfo, notes, referral }) => {
        const origin = referral ? referralName(referral, language) : '';
        return csvLine([name, number, email, writePairs(extraInfo), notes, origin]);
      })
      .join('');
    const last = rows.at(-1);
    after = last && [last.sortName, last.id];
  }
}
