import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { ArticleView } from '@balcao/shared/features/knowledge/calls.ts';
import {
  ARTICLE_CHARS,
  ARTICLE_TITLE_CHARS,
  ASKED_CHARS,
  MAX_UNANSWERED,
} from '@balcao/shared/features/knowledge/limits.ts';
import type { UnansweredGroup } from '@balcao/shared/features/knowledge/unanswered.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { record } from '../audit/audit.service.ts';
import * as knowledge from './knowledge.service.ts';
import * as repo from './unanswered.repo.ts';
import { withoutPersons } from './without-persons.ts';

/** What customers asked and no article answered. */

const MAX_ANSWERS = 50;

/** Keeps a question for those who write articles, without who asked it. */
export async function noteUnanswered(
  tx: Tx,
  companyId: number,
  { ticketId, question }: { ticketId: number; question: string },
  at: Date,
): Promise<void> {
  const bare = withoutPersons(question, await repo.listNames(tx, companyId, ticketId)).trim();
  if (/\p{L}/u.test(bare)) await repo.add(tx, companyId, { ticketId, question: bare }, at, MAX_UNANSWERED);
}

/** Those that were asked most first. */
export async function list(tx: Tx, actor: Actor): Promise<UnansweredGroup[]> {
  const groups = groupAlike(await repo.list(tx, actor, MAX_UNANSWERED));
  return groups.map(present).toSorted((a, b) => b.count - a.count || b.lastAt.localeCompare(a.lastAt));
}

function present(group: Group): UnansweredGroup {
  const [{ id, question, at }] = group;
  const others = new Set(group.map((one) => one.question));
  others.delete(question);
  return {
    id,
    question,
    others: [...others],
    count: group.length,
    lastAt: at.toISOString(),
    isFinished: group.some(({ isFinished }) => isFinished),
  };
}

/** ERR_NO_QUESTION_FOUND, ERR_CONVERSATION_OPEN, and what a new article throws. */
export async function draft(tx: Tx, actor: Actor, questionId: string): Promise<ArticleView> {
  const { companyId } = actor;
  const group = await find(tx, actor, questionId);
  const finished = group.find(({ isFinished }) => isFinished);
  if (!finished) throw new AppError('ERR_CONVERSATION_OPEN');
  const names = await repo.listNames(tx, companyId, finished.ticketId);
  const answers = await repo.listAnswers(tx, companyId, finished.ticketId, finished.at, MAX_ANSWERS);
  const article = await knowledge.create(tx, actor, {
    language: await languageOf(tx, companyId),
    title: finished.question.slice(0, ARTICLE_TITLE_CHARS),
    body: answers
      .map((answer) => withoutPersons(answer, names))
      .join('\n\n')
      .slice(0, ARTICLE_CHARS),
    asked: [...new Set(group.map(({ question }) => question))].join('\n').slice(0, ASKED_CHARS),
    audience: 'customers',
  });
  await remove(tx, companyId, group);
  return article;
}

/** ERR_NO_QUESTION_FOUND. The audit log outlives customers: it does not say what was asked. */
export async function drop(tx: Tx, actor: Actor, questionId: string): Promise<void> {
  const { companyId } = actor;
  await remove(tx, companyId, await find(tx, actor, questionId));
  const object = { entity: 'unansweredQuestion', entityId: questionId, entityName: '' } as const;
  await record(tx, { companyId, actor, action: 'delete', ...object });
}

const remove = (tx: Tx, companyId: number, group: Group) =>
  repo.remove(
    tx,
    companyId,
    group.map(({ id }) => id),
  );

async function find(tx: Tx, actor: Actor, questionId: string): Promise<Group> {
  const groups = groupAlike(await repo.list(tx, actor, MAX_UNANSWERED));
  const found = groups.find((group) => group.some(({ id }) => id === questionId));
  return orNotFound(found, 'ERR_NO_QUESTION_FOUND');
}

async function languageOf(tx: Tx, companyId: number): Promise<Language> {
  const [company] = await tx<
    { language: Language }[]
  >`select language from companies where id = ${companyId}`;
  return orNotFound(company, 'ERR_NO_COMPANY_FOUND').language;
}

type Group = [repo.UnansweredQuestion, ...repo.UnansweredQuestion[]];

/** Of all stems of two questions, so many in common make them alike. */
const ALIKE = 0.5;

/** Each with the first that it is like. */
function groupAlike(questions: readonly repo.UnansweredQuestion[]): Group[] {
  const groups: Group[] = [];
  for (const question of questions) {
    const group = groups.find(([first]) => likeness(first.stems, question.stems) >= ALIKE);
    if (group) group.push(question);
    else groups.push([question]);
  }
  return groups;
}

function likeness(some: readonly string[], others: readonly string[]): number {
  const all = new Set([...some, ...others]);
  if (all.size === 0) return 1;
  return some.filter((stem) => others.includes(stem)).length / all.size;
}
