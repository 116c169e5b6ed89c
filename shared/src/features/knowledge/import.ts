import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { language } from '../../contract/fields.ts';
import {
  ARTICLE_CHARS,
  ARTICLE_TITLE_CHARS,
  ASKED_CHARS,
  CATEGORY_CHARS,
  MAX_IMPORTED_ARTICLES,
} from './limits.ts';
import { AUDIENCES } from './row.ts';

/** Articles that stand somewhere else: in files, or on a page of the web. First it is shown what would become of them. */

const importedArticle = z.object({
  title: z.string().trim().min(1).max(ARTICLE_TITLE_CHARS),
  category: z.string().trim().max(CATEGORY_CHARS),
  body: z.string().max(ARTICLE_CHARS),
  asked: z.string().trim().max(ASKED_CHARS),
});
export type ImportedArticle = z.output<typeof importedArticle>;

const articleFile = z.object({
  /** With its folder, which becomes the category; its ending says what it is: `.csv`, `.html` or `.htm`, else Markdown. */
  name: z.string().max(400),
  text: z.string(),
});
export type ArticleFile = z.output<typeof articleFile>;

const preview = {
  method: 'POST',
  access: 'knowledge:write',
  screen: true,
  reads: true,
  response: z.object({
    articles: z.array(importedArticle),
    /** What had more than an article can have, and ends early. */
    cut: z.array(z.string()),
    /** Files without a word, and those of which nobody knows what they are. */
    empty: z.array(z.string()),
    /** There were more than MAX_IMPORTED_ARTICLES. */
    hasMore: z.boolean(),
  }),
} as const;

/** Reads files, and keeps nothing. A table has a first line that names its columns: title, category, text, and how people ask. */
export const previewFiles = route({
  ...preview,
  path: '/knowledge/import/files',
  body: z.object({ files: z.array(articleFile).min(1).max(MAX_IMPORTED_ARTICLES) }),
});

/** Reads a page of the web without what is no text of it, and keeps nothing. */
export const previewPage = route({
  ...preview,
  path: '/knowledge/import/page',
  waitsFor: 'outside',
  body: z.object({ url: z.url({ protocol: /^https?$/ }).max(2_000) }),
  errors: ['ERR_ADDRESS_FORBIDDEN', 'ERR_PAGE_UNREADABLE'],
});

/** Makes drafts of them. An article with the title of one that is there is passed over, and said. */
export const importArticles = route({
  method: 'POST',
  path: '/knowledge/import',
  access: 'knowledge:write',
  screen: true,
  body: z.object({
    language,
    audience: z.enum(AUDIENCES),
    articles: z.array(importedArticle).min(1).max(MAX_IMPORTED_ARTICLES),
  }),
  response: z.object({ created: z.int(), taken: z.array(z.string()) }),
  status: 201,
  errors: ['ERR_TOO_MANY_ARTICLES', 'ERR_NO_MEDIA_FOUND'],
});
