import { AppError } from '@balcao/shared/errors.ts';
import * as contracts from '@balcao/shared/features/knowledge/help-page.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { createAddressLimit } from '../../platform/http/address-limit.ts';
import { chooseLanguage, stillPage } from '../../platform/http/plain-page.ts';
import { register } from '../../platform/http/route.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { hasThumbnail } from '../media/media.headers.ts';
import { createMediaSending } from '../media/media.sending.ts';
import { readable } from '../media/media.service.ts';
import { findPublicFile } from './article-files.repo.ts';
import * as repo from './help-page.repo.ts';
import { lookOf, placeOf, writeHelpArticle, writeHelpPage, writeSitemap } from './help-page.ts';

/** A house full of customers; nobody who copies it all at once. */
const LOOKING = { burst: 60, everySeconds: 1 };
/** A page has dozens of pictures. */
const SEEING = { burst: 600, everySeconds: 0.1 };
/** Whoever reads on does not fetch a picture again; what is no longer published does not stay for long. */
const KEPT = { 'cache-control': 'private, max-age=3600' };

interface Dependencies {
  db: Database;
  storage: Storage;
  clock: () => Date;
  config: Pick<Config, 'publicUrl'>;
}

export function helpPageRoutes(app: FastifyInstance, { db, storage, clock, config }: Dependencies): void {
  const limit = createAddressLimit({ ...LOOKING, clock });
  const limitFiles = createAddressLimit({ ...SEEING, clock });
  const send = stillPage(new URL('help-page.css', import.meta.url), { forms: true });
  /** In its company, if that publishes. */
  const reading = <T>(companyId: number, work: (tx: Tx, company: repo.HelpingCompany) => Promise<T>) =>
    db.readCompany(companyId, async (tx) => {
      const company = await repo.findCompany(tx, companyId);
      if (!company) throw new AppError('ERR_NO_COMPANY_FOUND');
      return work(tx, company);
    });

  register(app, contracts.openHelpPage, async ({ params: { companyId }, query }, { request, reply }) => {
    limit(request.ip);
    const sought = query.q || null;
    const wished = (company: repo.HelpingCompany) =>
      chooseLanguage(query.lang, request.headers['accept-language'], company.language);
    const { place, page } = await reading(companyId, async (tx, company) => {
      const read = (language: repo.HelpingCompany['language']) =>
        sought === null ? repo.list(tx, companyId, language) : repo.search(tx, companyId, language, sought);
      const language = wished(company);
      const place = placeOf(companyId, company, language);
      return { place, page: writeHelpPage(place, await read(language), sought) };
    });
    return send(reply, place.language, page, lookOf(place));
  });

  register(app, contracts.openHelpArticle, async ({ params }, { request, reply }) => {
    limit(request.ip);
    const { companyId, articleId } = params;
    const { article, company } = await reading(companyId, async (tx, company) => ({
      company,
      article: orNotFound(await repo.find(tx, companyId, articleId), 'ERR_NO_ARTICLE_FOUND'),
    }));
    const place = placeOf(companyId, company, article.language);
    return send(reply, place.language, writeHelpArticle(place, article), lookOf(place, article.files));
  });

  const sending = createMediaSending(app, storage);
  const fileOf = async ({ companyId, mediaId }: { companyId: number; mediaId: string }) =>
    readable(await reading(companyId, (tx) => findPublicFile(tx, companyId, mediaId)));
  register(app, contracts.openHelpFile, async ({ params }, exchange) => {
    limitFiles(exchange.request.ip);
    const file = await fileOf(params);
    exchange.reply.headers(KEPT);
    return sending.whole(file, exchange);
  });
  register(app, contracts.openHelpThumbnail, async ({ params }, exchange) => {
    limitFiles(exchange.request.ip);
    const file = await fileOf(params);
    if (!hasThumbnail(file.mime)) throw new AppError('ERR_NO_MEDIA_FOUND');
    exchange.reply.headers(KEPT);
    return sending.thumbnail(file, exchange);
  });

  register(app, contracts.openHelpSitemap, async ({ params: { companyId } }, { request, reply }) => {
    limit(request.ip);
    const articles = await reading(companyId, (tx) => repo.listAddresses(tx, companyId));
    const server = config.publicUrl ?? `${request.protocol}://${request.host}`;
    const addresses = articles.map(({ id, updatedAt }) => ({
      url: new URL(contracts.helpArticlePath(companyId, id), server).href,
      updatedAt,
    }));
    return reply.type('application/xml; charset=utf-8').send(writeSitemap(addresses));
  });
}
