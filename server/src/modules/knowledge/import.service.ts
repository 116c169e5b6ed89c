import type { RouteInput, RouteOutput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { importArticles } from '@balcao/shared/features/knowledge/import.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isSuccess } from '../../platform/outgoing/answers.ts';
import type { OutsideAnswer } from '../../platform/outgoing/http-client.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Outside } from '../../services/outside.ts';
import { decode } from '../imports/spreadsheet-text.ts';
import * as repo from './knowledge.repo.ts';
import * as knowledge from './knowledge.service.ts';
import { type ReadArticles, readWebPage } from './read-articles.ts';

/** Articles from elsewhere. */

/** ERR_ADDRESS_FORBIDDEN, ERR_PAGE_UNREADABLE. */
export async function readPageAt(outside: Outside, address: string): Promise<ReadArticles> {
  const { html, url } = await fetchPage(outside, address).catch((error: unknown) => {
    if (!(error instanceof OutsideError)) throw error;
    throw new AppError(error.problem === 'forbidden' ? 'ERR_ADDRESS_FORBIDDEN' : 'ERR_PAGE_UNREADABLE');
  });
  return readWebPage(html, url);
}

/** Makes drafts of those whose title is free. */
export async function importAll(
  tx: Tx,
  actor: Actor,
  { language, audience, articles }: RouteInput<typeof importArticles>['body'],
): Promise<RouteOutput<typeof importArticles>> {
  await repo.lockCount(tx, actor.companyId);
  const titles = articles.map(({ title }) => title);
  const known = new Set((await repo.listTaken(tx, actor.companyId, language, titles)).map(fold));
  const taken: string[] = [];
  for (const article of articles) {
    if (known.has(fold(article.title))) {
      taken.push(article.title);
      continue;
    }
    known.add(fold(article.title));
    await knowledge.create(tx, actor, { ...article, language, audience });
  }
  return { created: articles.length - taken.length, taken };
}

const MAX_BYTES = 2 * 1024 * 1024;
/** Consoles give a call up after 15 seconds. */
const PATIENCE_MS = 12_000;
const MAX_HOPS = 4;

/** Follows redirects: each address passes the door, so none of them leads into our own network. */
async function fetchPage(outside: Outside, address: string): Promise<{ html: string; url: string }> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let url = address;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const answer = await outside.http.send({
      method: 'GET',
      url,
      headers: { accept: 'text/html, text/plain;q=0.5' },
      timeoutMs: PATIENCE_MS,
      maxBytes: MAX_BYTES,
      signal,
    });
    const next = nextOf(answer, url);
    if (next === null) return { html: htmlOf(answer), url };
    url = next;
  }
  throw new OutsideError('refused', 'too many redirects');
}

function nextOf({ status, headers }: OutsideAnswer, url: string): string | null {
  if (status < 300 || status > 399 || headers.location === undefined) return null;
  const next = URL.parse(headers.location, url);
  if (next?.protocol !== 'http:' && next?.protocol !== 'https:')
    throw new OutsideError('refused', 'it leads nowhere');
  return next.href;
}

function htmlOf(answer: OutsideAnswer): string {
  const isText = /^(?:text\/(?:html|plain)|application\/xhtml\+xml)\b/i.test(
    answer.headers['content-type'] ?? '',
  );
  if (!isSuccess(answer) || !isText) throw new OutsideError('nonsense', `no page: ${answer.status}`);
  return decode(answer.bytes);
}
