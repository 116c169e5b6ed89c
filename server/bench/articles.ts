import { readFileSync } from 'node:fs';
import type postgres from 'postgres';
import type { Cache } from './console.ts';

interface Written {
  category: string;
  title: string;
  body: string;
  asked: string;
}

/** Words that mean the same, as a shop lists them: each search looks through them. */
export async function writeSynonyms(admin: postgres.Sql, companyId: number): Promise<void> {
  const value = readFileSync(
    new URL('../src/modules/knowledge/testing/synonyms.txt', import.meta.url),
    'utf8',
  ).trim();
  await admin`insert into settings ${admin({ company_id: companyId, key: 'synonyms', value })}`;
}

/** What a team knows, with texts of a page each: the articles of the search's test again and again. */
export function fillArticles(cache: Cache, count: number): void {
  const shop: Written[] = JSON.parse(
    readFileSync(new URL('../src/modules/knowledge/testing/shop.json', import.meta.url), 'utf8'),
  );
  const insert = cache.prepare(
    `insert into article (id, gen, subject_id, language, published, place, item, row)
     values (:id, (select gen from sync_state), :id, 'pt', 1, :title, :item, :row)`,
  );
  cache.transaction(() => {
    for (let id = 1; id <= count; id++) {
      const { category, title, body, asked } = shop[id % shop.length] as Written;
      const item = {
        id,
        subjectId: crypto.randomUUID(),
        language: 'pt',
        category,
        title: `${title} ${id}`,
        audience: 'team',
        published: true,
        version: 1,
        updatedAt: new Date(0).toISOString(),
      };
      const row = JSON.stringify({ ...item, body: `${body}\n\n`.repeat(12), asked });
      insert.run({ id, title: item.title, item: JSON.stringify(item), row });
    }
  })();
}
