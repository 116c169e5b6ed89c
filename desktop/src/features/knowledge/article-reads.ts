import type { ArticleItem } from '@balcao/shared/features/knowledge/bridge.ts';
import type { ArticleRow } from '@balcao/shared/features/knowledge/row.ts';
import { type Meanings, otherWordsFor, readSynonyms } from '@balcao/shared/features/knowledge/synonyms.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { stemsOf } from '@balcao/shared/text/stems.ts';
import type { Database } from 'better-sqlite3';
import type { Rows } from '../../core/store/rows.ts';

export interface ArticleReads {
  /** All of them, by category and title. */
  list(): ArticleItem[];
  /** With its versions in other languages. */
  byId(id: number): { article: ArticleRow; others: ArticleItem[] } | null;
  /** Published ones, the best first. */
  search(text: string, language: Language, limit: number): ArticleItem[];
  /** Customers may read what is published for them. */
  hasHelpPage(): boolean;
}

/** No question has more words that matter. */
const MAX_STEMS = 12;
/** Nor that many meanings. */
const MAX_OTHERS = 40;

/** What begins with two or three letters is mostly something else. */
const soughtAs = (stem: string) => (stem.length > 3 ? `"${stem}"*` : `"${stem}"`);

export function createArticleReads(db: Database, rows: Pick<Rows, 'get'>): ArticleReads {
  const list = db.prepare<[], string>('select item from main.article order by place, id').pluck();
  const others = db
    .prepare<[string, number], string>(
      'select item from main.article where subject_id = ? and id <> ? order by language',
    )
    .pluck();
  // A title says more than a text, and what people ask nearly as much. What is in another language helps less: ranks are negative, the lowest is the best.
  const search = db
    .prepare<{ sought: string; language: Language; limit: number }, string>(
      `select item from article_words join main.article on article.id = article_words.rowid
       where article_words match :sought and published = 1
       order by bm25(article_words, 8, 4, 1, 6) * case language when :language then 2 else 1 end limit :limit`,
    )
    .pluck();
  const itemOf = (json: string) => JSON.parse(json) as ArticleItem;
  // A list of the shop is read once, and searched with each letter that somebody types.
  let known: { text: string; meanings: Meanings } = { text: '', meanings: [] };
  const meanings = () => {
    const text = rows.get('setting', 'synonyms')?.value ?? '';
    if (text !== known.text) known = { text, meanings: readSynonyms(text) };
    return known.meanings;
  };

  return {
    hasHelpPage: () => rows.get('setting', 'helpPage')?.value === 'enabled',
    list: () => list.all().map(itemOf),
    byId(id) {
      const article = rows.get('article', id);
      return article ? { article, others: others.all(article.subjectId, id).map(itemOf) } : null;
    },
    search(text, language, limit) {
      const stems = stemsOf(text).slice(0, MAX_STEMS);
      const others = otherWordsFor(text, meanings()).slice(0, MAX_OTHERS);
      const words = [...stems.map((stem) => [stem]), ...others];
      if (words.length === 0) return [];
      const sought = words.map((stems) => `(${stems.map(soughtAs).join(' AND ')})`).join(' OR ');
      return search.all({ sought, language, limit }).map(itemOf);
    },
  };
}
