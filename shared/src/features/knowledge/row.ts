import { z } from 'zod';
import { id, instant, language, uuid } from '../../contract/fields.ts';
import { feedRow } from '../../contract/row.ts';
import { mediaView } from '../media/row.ts';

/** Whom an article is written for. What customers may read the team reads too. */
export const AUDIENCES = ['team', 'customers'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** A picture or file that the text shows or offers (files.ts). */
export const articleFile = mediaView.pick({
  id: true,
  mime: true,
  name: true,
  size: true,
  width: true,
  height: true,
});
export type ArticleFileView = z.output<typeof articleFile>;

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
  files: z.array(articleFile),
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
