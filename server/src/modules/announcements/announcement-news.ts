import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';

/** Companies in one go: then others have their turn. */
const BATCH = 100;

interface News {
  op: 'put' | 'delete';
  version: number;
  toldUpTo: number;
}

/**
 * Names a changed announcement in the log of every company, one short transaction for each. A crash in between tells some
 * twice, which is harmless: the log names rows, and consoles read them as they are. A company that is made meanwhile reads
 * them anyway.
 */
export const announcementNews = ({ db }: { db: Database }): Job<{ companyId: null; id: number }> => ({
  name: 'announcement news',
  schedule: '*/2 * * * * *',
  processes: 'one',
  due: (_now, limit) =>
    db.asSystem(
      (tx) => tx<{ companyId: null; id: number }[]>`
        select null as company_id, announcement_id as id from announcement_news order by announcement_id limit ${limit}`,
    ),
  async take({ id }) {
    const due = await db.asSystem((tx) => readDue(tx, id));
    if (!due) return;
    const { news, companies } = due;
    for (const companyId of companies)
      await db.withCompany(companyId, (tx) => tx`select feed_announcement(${companyId}, ${id}, ${news.op})`);
    await db.asSystem((tx) => told(tx, id, news, companies.at(-1)));
    return 'more';
  },
});

async function readDue(tx: Tx, id: number): Promise<{ news: News; companies: number[] } | undefined> {
  const [news] = await tx<News[]>`
    select op, version, told_up_to from announcement_news where announcement_id = ${id}`;
  if (!news) return undefined;
  const companies = await tx<{ id: number }[]>`
    select id from companies where id > ${news.toldUpTo} order by id limit ${BATCH}`;
  return { news, companies: companies.map((company) => company.id) };
}

/** It may have changed again meanwhile: then everybody is told anew. @param last absent: no company is left */
async function told(tx: Tx, id: number, { version }: News, last: number | undefined): Promise<void> {
  const same = tx`announcement_id = ${id} and version = ${version}`;
  if (last === undefined) await tx`delete from announcement_news where ${same}`;
  else await tx`update announcement_news set told_up_to = ${last} where ${same}`;
}
