import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { idText, language, searchParam, uuid } from '../../contract/fields.ts';

/**
 * Pages for customers, without a script: what a company has published for them of what it knows. In that language, else in
 * the browser's, else in the company's. A company that publishes none is answered like one that is not there.
 */

const params = z.object({ companyId: idText });
const page = { method: 'GET', access: 'public', waitsFor: 'outside' } as const;

/** By category, or what answers a question best. */
export const openHelpPage = route({
  ...page,
  path: '/help/:companyId',
  params,
  query: z.object({ lang: language.optional(), q: searchParam }),
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_TOO_MANY_REQUESTS'],
});

export const openHelpArticle = route({
  ...page,
  path: '/help/:companyId/articles/:articleId',
  params: params.extend({ articleId: idText }),
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_NO_ARTICLE_FOUND', 'ERR_TOO_MANY_REQUESTS'],
});

/** A picture or file of an article that customers may read: what is in another text, or a draft's, is not there. */
export const openHelpFile = route({
  ...page,
  path: '/help/:companyId/files/:mediaId',
  params: params.extend({ mediaId: uuid }),
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_NO_MEDIA_FOUND', 'ERR_TOO_MANY_REQUESTS'],
});

/** Such a picture in at most 640 pixels, as WebP; small pictures as they are. */
export const openHelpThumbnail = route({
  ...page,
  path: '/help/:companyId/files/:mediaId/thumbnail',
  params: params.extend({ mediaId: uuid }),
  errors: [
    'ERR_NO_COMPANY_FOUND',
    'ERR_NO_MEDIA_FOUND',
    'ERR_MEDIA_CORRUPT',
    'ERR_UNAVAILABLE',
    'ERR_TOO_MANY_REQUESTS',
  ],
});

/** Where customers find a file of an article, below the server's address. */
export const helpFilePath = (companyId: number, mediaId: string): string =>
  `/help/${companyId}/files/${mediaId}`;

/** Where customers read an article, below the server's address. */
export const helpArticlePath = (companyId: number, articleId: number): string =>
  `/help/${companyId}/articles/${articleId}`;

/** The addresses of all of them, for search engines. */
export const openHelpSitemap = route({
  ...page,
  path: '/help/:companyId/sitemap.xml',
  params,
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_TOO_MANY_REQUESTS'],
});
