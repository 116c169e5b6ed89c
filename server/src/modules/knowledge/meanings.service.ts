import type { Language } from '@balcao/shared/text/languages.ts';
import type { Database } from '../../platform/db/database.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { embed } from '../../services/open-ai.ts';
import type { Outside } from '../../services/outside.ts';
import * as usage from '../prompts/ai-usage.service.ts';
import { forAnswering } from '../prompts/prompts.service.ts';
import * as repo from './meanings.repo.ts';

/**
 * What articles and questions mean, where the company has named a model for it: the AI that helps its agents says it in
 * numbers. Whatever goes wrong with that, searches go by the words alone, and operators see it.
 */

export interface MeaningDeps {
  db: Database;
  outside: Outside;
  secrets: Secrets;
  clock: () => Date;
}

/** Nobody waits longer for what only makes a search better. */
const SEARCH_MS = 1_500;
const ARTICLE_MS = 30_000;
/** What has failed is left alone so long: the next search does not wait for it. */
export const REST_MS = 60_000;
/** So many articles are near, at most. */
const MOST = 40;
/** The cosine below which two texts have nothing to do with each other, with any model. */
const FAR = 0.25;

/** The articles in these languages that are near to each question, the nearest first; none where nobody can say. */
export async function findNear(
  deps: MeaningDeps,
  companyId: number,
  questions: readonly string[],
  languages: readonly Language[],
): Promise<number[][]> {
  if (questions.length === 0) return [];
  const { meanings: asked } = await askFor(deps, companyId, questions, SEARCH_MS);
  const [first] = asked;
  if (!first) return questions.map(() => []);
  const known = await deps.db.readCompany(companyId, (tx) =>
    repo.list(tx, companyId, languages, first.model),
  );
  if (known.every(({ numbers }) => numbers.length === first.numbers.length))
    return asked.map(({ numbers }) => nearest(numbers, known));
  await deps.db.withCompany(companyId, async (tx) => {
    await repo.removeOthers(tx, companyId, first);
    await repo.noteFault(tx, companyId, 'other numbers', deps.clock());
  });
  return questions.map(() => []);
}

/** Asks what the newest article means of which nobody knows it yet. @returns whether there may be more of them */
export async function readNext(deps: MeaningDeps, companyId: number): Promise<boolean> {
  const article = await deps.db.readCompany(companyId, (tx) => repo.findUnread(tx, companyId));
  if (!article) return false;
  const { meanings, refusedBy } = await askFor(deps, companyId, [article.words], ARTICLE_MS);
  const [meaning] = meanings;
  // Such words are of no use to this model: the articles before it are not kept waiting.
  if (refusedBy)
    await deps.db.withCompany(companyId, (tx) => repo.save(tx, companyId, article, unread(refusedBy)));
  if (!meaning) return false;
  await deps.db.withCompany(companyId, async (tx) => {
    await repo.removeOthers(tx, companyId, meaning);
    await repo.save(tx, companyId, article, meaning);
  });
  return true;
}

/** Companies whose searches go by the words alone against their will. */
export const findFaults = repo.findFaults;

const unread = (model: string): repo.Meaning => ({ model, numbers: Buffer.alloc(0) });

/** What a service answers that cannot do with these very words. */
const WRONG_WORDS: readonly (number | null)[] = [400, 413, 422];

interface Answer {
  /** One for each text; none where it is switched off, the month's tokens are gone, or it does not work. */
  meanings: repo.Meaning[];
  /** The model that does not take such words. */
  refusedBy?: string;
}

async function askFor(
  { db, outside, secrets, clock }: MeaningDeps,
  companyId: number,
  texts: readonly string[],
  timeoutMs: number,
): Promise<Answer> {
  const now = clock();
  const wanted = await db.readCompany(companyId, async (tx) => {
    const found = await repo.findWanted(tx, companyId);
    if (!found || (found.failedAt && now.getTime() - found.failedAt.getTime() < REST_MS)) return undefined;
    if (await usage.isSpent(tx, companyId, now)) return undefined;
    return { ...found, prompt: await forAnswering(tx, companyId, found.promptId, secrets) };
  });
  if (!wanted?.prompt) return { meanings: [] };
  const { model, failedAt, prompt } = wanted;
  const account = { baseUrl: prompt.baseUrl, apiKey: prompt.apiKey };
  try {
    if (!prompt.apiKey) throw new OutsideError('refused', 'no key');
    const { vectors, usage: used } = await embed(outside, account, { model, texts, timeoutMs });
    await db.withCompany(companyId, async (tx) => {
      await usage.count(tx, companyId, prompt.id, used, clock());
      if (failedAt) await repo.forgetFault(tx, companyId);
    });
    return { meanings: vectors.map((vector) => ({ model, numbers: inBytes(vector) })) };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    await db.withCompany(companyId, (tx) => repo.noteFault(tx, companyId, error.problem, clock()));
    return { meanings: [], ...(WRONG_WORDS.includes(error.status) ? { refusedBy: model } : {}) };
  }
}

/** A direction is the same at any length. */
function inBytes(vector: readonly number[]): Buffer {
  const largest = Math.max(...vector.map(Math.abs)) || 1;
  return Buffer.from(Int8Array.from(vector, (number) => Math.round((127 * number) / largest)).buffer);
}

function nearest(question: Buffer, known: readonly { id: number; numbers: Buffer }[]): number[] {
  const asked = signed(question);
  return known
    .map(({ id, numbers }) => ({ id, cosine: cosineOf(asked, signed(numbers)) }))
    .filter(({ cosine }) => cosine >= FAR)
    .toSorted((a, b) => b.cosine - a.cosine || a.id - b.id)
    .slice(0, MOST)
    .map(({ id }) => id);
}

const signed = (bytes: Buffer): Int8Array => new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);

/** Of two of the same length. */
function cosineOf(a: Int8Array, b: Int8Array): number {
  let [product, ofA, ofB] = [0, 0, 0];
  for (let at = 0; at < a.length; at++) {
    const [x = 0, y = 0] = [a[at], b[at]];
    product += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return product / (Math.sqrt(ofA * ofB) || 1);
}
