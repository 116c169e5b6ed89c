import { z } from 'zod';
import { id, language } from '../../contract/fields.ts';
import { MAX_FOUND_ARTICLES } from './limits.ts';
import { article } from './row.ts';

/** Articles as this computer has them, also without a network. */

/** One in a list: without its text. */
const articleItem = article.omit({ body: true, files: true, asked: true });
export type ArticleItem = z.output<typeof articleItem>;

export const KNOWLEDGE_METHODS = {
  /** All of them, by category and title. */
  'knowledge.list': { input: z.null(), output: z.array(articleItem), shows: ['article'] },
  /** With its versions in other languages. Null: it is not there, or not for this person. */
  'knowledge.get': {
    input: z.object({ id }),
    output: z.object({ article, others: z.array(articleItem) }).nullable(),
    shows: ['article'],
  },
  /** The best first: those in this language before the same in others. Drafts are left out. */
  'knowledge.search': {
    input: z.object({
      text: z.string().max(500),
      language,
      limit: z.int().min(1).max(MAX_FOUND_ARTICLES),
    }),
    output: z.array(articleItem),
    shows: ['article'],
  },
  /** Published ones for customers that answer this, as WhatsApp writes their texts: an agent sends one as it is. */
  'knowledge.answers': {
    input: z.object({ text: z.string().max(500), language }),
    output: z.array(
      z.object({
        id,
        title: z.string(),
        text: z.string(),
        /** Its page for customers; null: the company has none, or customers do not reach this server by a name of its own. */
        link: z.string().nullable(),
      }),
    ),
    shows: ['article'],
  },
} as const;
