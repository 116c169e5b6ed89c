import { z } from 'zod';
import { id, instant, language, uuid } from '../../contract/fields.ts';
import { feedRow } from '../../contract/row.ts';

/** Whom an article is written for. What customers may read the team reads too. */
export const AUDIENCES = ['team', 'customers'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What the team knows of a subject, in one language. */
export const article = z.object({
  id,
  /** The same in all language versions of an article. */
  subjectId: uuid,
  language,
  /** Empty: none. */
  category: z.string(),
  title: z.string(),
  /** Markdown. What looks like HTML is text. */
  body: z.string(),
  /** How people ask for it, in their own words: for the search alone. */
  asked: z.string(),
  audience: z.enum(AUDIENCES),
  /** False: a draft, for those who write articles. */
  published: z.boolean(),
  /** Another one with each change of the words. */
  version: z.int(),
  /** Of the words. */
  updatedAt: instant,
});
export type ArticleRow = z.output<typeof article>;

export const articleRow = feedRow('article', article, { id: 'number', live: [], path: 'knowledge' });
