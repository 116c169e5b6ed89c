import { withoutFiles } from '@balcao/shared/features/knowledge/files.ts';
import { LANGUAGES } from '@balcao/shared/text/languages.ts';
import { findNear, type MeaningDeps } from './meanings.service.ts';
import * as repo from './sources.repo.ts';

/** What an AI may answer customers from: what is published for them, and nothing that the team keeps to itself. */
export type Source = repo.Source;

const MAX_SOURCES = 4;
/** Of an article. */
const MAX_CHARS = 4_000;
const MAX_SOUGHT_CHARS = 500;

/** The articles that fit best, those of the first words before those of the next. */
export async function findSources(
  deps: MeaningDeps,
  companyId: number,
  sought: readonly string[],
): Promise<Source[]> {
  const questions = sought
    .map((words) => words.trim().slice(-MAX_SOUGHT_CHARS))
    .filter((words) => words !== '');
  const near = await findNear(deps, companyId, questions, LANGUAGES);
  return deps.db.readCompany(companyId, async (tx) => {
    const found = new Map<number, Source>();
    for (const [at, words] of questions.entries()) {
      const sources = await repo.search(tx, companyId, words, LANGUAGES, near[at] ?? [], MAX_SOURCES);
      for (const source of sources) if (found.size < MAX_SOURCES) found.set(source.id, source);
    }
    return [...found.values()];
  });
}

/** As an AI reads them, each with the mark by which it names it. */
export const listSources = (sources: readonly Source[]): string =>
  sources
    .map(({ title, body }, at) => `[${at + 1}] ${title}\n${withoutFiles(body).slice(0, MAX_CHARS)}`)
    .join('\n\n');

/** As people read them. */
export const namedSources = (
  sources: readonly Source[],
  marks: readonly number[],
): Pick<Source, 'id' | 'title'>[] =>
  marks.flatMap((mark) => {
    const source = sources[mark - 1];
    return source ? [{ id: source.id, title: source.title }] : [];
  });
