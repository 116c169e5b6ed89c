import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, instant, language, pageNumber, searchParam } from '../../contract/fields.ts';
import { ARTICLE_CHARS, ARTICLE_TITLE_CHARS, ASKED_CHARS, CATEGORY_CHARS } from './limits.ts';
import { AUDIENCES, article } from './row.ts';

/** What the team knows: articles in Markdown, in several languages, for the team alone or for customers too. */

export const articleView = article.extend({
  /** Whoever wrote the words as they are; null when the person is gone, or was a program. */
  userName: z.string().nullable(),
  createdAt: instant,
  /** How often it went into an answer. */
  sent: z.int(),
  /** How often somebody said that it helped. */
  helped: z.int(),
});
export type ArticleView = z.output<typeof articleView>;

/** A list has no texts. */
const listedArticle = articleView.omit({ body: true, files: true, asked: true });
export type ListedArticle = z.output<typeof listedArticle>;

const params = z.object({ articleId: idText });
const fields = z.object({
  language,
  title: z.string().trim().min(1).max(ARTICLE_TITLE_CHARS),
  category: z.string().trim().max(CATEGORY_CHARS).optional(),
  body: z.string().max(ARTICLE_CHARS).optional(),
  /** For the search alone; nobody reads it. */
  asked: z.string().trim().max(ASKED_CHARS).optional(),
  audience: z.enum(AUDIENCES).optional(),
  published: z.boolean().optional(),
});

/**
 * By category and title; with `searchParam`, a question in a customer's words, the best answers to it first, up to
 * MAX_FOUND_ARTICLES. With the option `embeddingModel` the company's AI is told the question, and what it means counts beside
 * its words.
 */
export const listArticles = route({
  method: 'GET',
  path: '/knowledge',
  access: 'session',
  screen: true,
  tool: true,
  waitsFor: 'outside',
  query: z.object({ searchParam, pageNumber, language: language.optional() }),
  response: z.object({ articles: z.array(listedArticle), hasMore: z.boolean() }),
});

/** One article with its text, in Markdown. */
export const getArticle = route({
  method: 'GET',
  path: '/knowledge/:articleId',
  access: 'session',
  screen: true,
  tool: true,
  params,
  response: articleView,
  errors: ['ERR_NO_ARTICLE_FOUND'],
});

/** ERR_NO_MEDIA_FOUND: the text names a file that its writer has not uploaded, and that no article has. */
const refusals = ['ERR_ARTICLE_TITLE_TAKEN', 'ERR_ARTICLE_LANGUAGE_TAKEN', 'ERR_NO_MEDIA_FOUND'] as const;

/** A draft for the team, unless `published` and `audience` say otherwise. */
export const createArticle = route({
  method: 'POST',
  path: '/knowledge',
  access: 'knowledge:write',
  screen: true,
  tool: true,
  /** `articleId`: of an article of which this is the version in another language. */
  body: fields.extend({ articleId: id.optional() }),
  response: articleView,
  status: 201,
  errors: ['ERR_NO_ARTICLE_FOUND', 'ERR_TOO_MANY_ARTICLES', ...refusals],
});

/** What is left out stays. */
export const updateArticle = route({
  method: 'PUT',
  path: '/knowledge/:articleId',
  access: 'knowledge:write',
  screen: true,
  params,
  /** `version`: the one that was changed; when it is another one by now, nothing is overwritten. */
  body: fields.partial().extend({ version: z.int().positive().optional() }),
  response: articleView,
  errors: ['ERR_NO_ARTICLE_FOUND', 'ERR_ARTICLE_CHANGED', ...refusals],
});

export const deleteArticle = route({
  method: 'DELETE',
  path: '/knowledge/:articleId',
  access: 'knowledge:write',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_ARTICLE_FOUND'],
});

const versionItem = z.object({
  version: z.int(),
  at: instant,
  userName: z.string().nullable(),
  title: z.string(),
});
export type ArticleVersionItem = z.output<typeof versionItem>;

/** The newest first. */
export const listArticleVersions = route({
  method: 'GET',
  path: '/knowledge/:articleId/versions',
  access: 'knowledge:write',
  screen: true,
  params,
  response: z.object({ versions: z.array(versionItem) }),
  errors: ['ERR_NO_ARTICLE_FOUND'],
});

/** Its words as they were. */
export const getArticleVersion = route({
  method: 'GET',
  path: '/knowledge/:articleId/versions/:version',
  access: 'knowledge:write',
  screen: true,
  params: params.extend({ version: idText }),
  response: versionItem.extend({ category: z.string(), body: z.string() }),
  errors: ['ERR_NO_ARTICLE_FOUND', 'ERR_NO_ARTICLE_VERSION_FOUND'],
});

export const ARTICLE_USES = ['sent', 'helped'] as const;
export type ArticleUse = (typeof ARTICLE_USES)[number];

/** Counts that it went into an answer to a customer, or that it helped. */
export const noteArticleUse = route({
  method: 'POST',
  path: '/knowledge/:articleId/uses',
  access: 'session',
  screen: true,
  params,
  body: z.object({ use: z.enum(ARTICLE_USES) }),
  response: z.object({ sent: z.int(), helped: z.int() }),
  errors: ['ERR_NO_ARTICLE_FOUND'],
});
