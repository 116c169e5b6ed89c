import { AppError } from '@balcao/shared/errors.ts';
import * as contracts from '@balcao/shared/features/campaigns/unsubscribe.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/database.ts';
import { createAddressLimit } from '../../platform/http/address-limit.ts';
import { chooseLanguage, stillPage } from '../../platform/http/plain-page.ts';
import { register } from '../../platform/http/route.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { createUnsubscribeLinks } from '../../platform/unsubscribe-links.ts';
import * as repo from './unsubscribe.repo.ts';
import { writeAnswer, writeQuestion } from './unsubscribe-page.ts';

/** A mail provider asks for many of its customers from few addresses; nobody who tries links out. */
const LOOKING = { burst: 300, everySeconds: 0.2 };

/** A mail program says a line, in a form of either kind; nobody reads it. */
const BODY_BYTES = 4_096;

interface Dependencies {
  db: Database;
  secrets: Secrets;
  clock: () => Date;
  config: Pick<Config, 'publicUrl'>;
}

export function unsubscribeRoutes(
  app: FastifyInstance,
  { db, secrets, clock, config: { publicUrl } }: Dependencies,
): void {
  const limit = createAddressLimit({ ...LOOKING, clock });
  const links = createUnsubscribeLinks({ secrets, publicUrl });
  const send = stillPage(new URL('unsubscribe.css', import.meta.url), { forms: true });

  function answer(
    { company, language: own }: repo.WritingCompany,
    { request, reply, lang }: { request: FastifyRequest; reply: FastifyReply; lang: unknown },
    address: string,
    write: typeof writeQuestion,
  ): FastifyReply {
    const language = chooseLanguage(lang, request.headers['accept-language'], own);
    // The address stands in it, and the link is a key.
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return send(reply, language, write({ company, address }, language));
  }

  register(app, contracts.openUnsubscribePage, async ({ params, query: { lang } }, { request, reply }) => {
    limit(request.ip);
    const { companyId, address } = links.open(params.mailToken);
    const company = await db.readCompany(companyId, (tx) => repo.findCompany(tx, companyId));
    if (!company) throw new AppError('ERR_UNSUBSCRIBE_LINK');
    return answer(company, { request, reply, lang }, address, writeQuestion);
  });

  register(app, contracts.unsubscribe, async ({ params, query: { lang } }, { request, reply, bytes }) => {
    limit(request.ip);
    await passOver(bytes);
    const subscriber = links.open(params.mailToken);
    const { companyId, address } = subscriber;
    const company = await db.withCompany(companyId, async (tx) => {
      const found = await repo.findCompany(tx, companyId);
      if (found) await repo.leave(tx, subscriber, clock());
      return found;
    });
    if (!company) throw new AppError('ERR_UNSUBSCRIBE_LINK');
    return answer(company, { request, reply, lang }, address, writeAnswer);
  });
}

/** ERR_BODY_TOO_LARGE. */
async function passOver(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > BODY_BYTES) throw new AppError('ERR_BODY_TOO_LARGE', { limit: BODY_BYTES });
  }
}
