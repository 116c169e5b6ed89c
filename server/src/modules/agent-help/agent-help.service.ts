import type { Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { HelpAsked, HelpGiven } from '@balcao/shared/features/agent-help/calls.ts';
import { type HelpKind, worksOnText } from '@balcao/shared/features/agent-help/kinds.ts';
import { findSources, namedSources, type Source } from '../knowledge/sources.ts';
import * as usage from '../prompts/ai-usage.service.ts';
import { readCitations } from '../prompts/citations.ts';
import { ticketAccess } from '../ticket-list/ticket-rows.sync.ts';
import * as repo from './agent-help.repo.ts';
import { askHelper, findHelper, type HelpDeps } from './helper.ts';
import { messagesFor } from './instructions.ts';
import { type Labels, NO_LABELS, readLabels } from './labels.ts';
import { MAX_SAID } from './sort-ticket.service.ts';

/** Of which nobody knows yet whether it is a mark. */
const UNENDED_MARK = /\s?\[\d{0,3}$/;

/** Whoever hears a proposal while it is written: each time the words that are new. @property signal they have hung up */
interface Hearer {
  onWords(words: string): void;
  signal: AbortSignal;
}

/** Proposes; nothing is sent or kept. Throws what `askForHelp` lists. */
export async function giveHelp(
  deps: HelpDeps,
  actor: Person,
  ticketId: number,
  wanted: HelpAsked,
  { onWords, signal }: Hearer,
): Promise<HelpGiven> {
  const { companyId } = actor;
  const { helper, said, labels } = await deps.db.readCompany(companyId, async (tx) => {
    const { access } = await ticketAccess(tx, actor, { id: ticketId });
    if (access === 'missing') throw new AppError('ERR_NO_TICKET_FOUND');
    if (access === 'hidden') throw new AppError('ERR_TICKET_FOREIGN_QUEUE');
    const helper = await findHelper(tx, deps, companyId, wanted.kind);
    const said = worksOnText(wanted.kind) ? [] : await repo.listSaid(tx, companyId, ticketId, MAX_SAID);
    const labels = wanted.kind === 'sort' ? await repo.listLabels(tx, companyId, ticketId) : NO_LABELS;
    return { helper, said, labels };
  });
  const articles = wanted.kind === 'reply' ? await findSources(deps, companyId, soughtIn(said)) : [];
  const asked = messagesFor(wanted, said, helper.prompt.prompt, articles, labels);
  const read = (text: string) => readAnswer(wanted.kind, text, { said, articles, labels });
  let told = '';
  const onText = (text: string) => {
    const soFar = read(text.replace(UNENDED_MARK, '')).given.text;
    if (soFar.length > told.length) onWords(soFar.slice(told.length));
    told = soFar;
  };
  const { text } = await askHelper(deps, companyId, helper, asked, ticketId, { onText, signal });
  const { given, invented } = read(text);
  await usage.countFalseSources(deps, companyId, invented);
  return given;
}

interface Given {
  given: HelpGiven;
  /** How often it has named what it was not given: that is gone from the text. */
  invented: number;
}

const NOTHING: HelpGiven = { text: '', sources: [], articles: [], tagIds: [], queueId: null };

function readAnswer(
  kind: HelpKind,
  text: string,
  {
    said,
    articles,
    labels,
  }: { said: readonly repo.SaidWords[]; articles: readonly Source[]; labels: Labels },
): Given {
  if (kind === 'summary') return fromMessages(text, said);
  if (kind !== 'sort') return fromArticles(text, articles);
  const { invented, ...chosen } = readLabels(text, labels);
  return { given: { ...NOTHING, ...chosen }, invented };
}

function fromMessages(words: string, said: readonly repo.SaidWords[]): Given {
  const { text, marks, invented } = readCitations(words, said.length, { shown: true });
  const sources = marks.flatMap((mark) => {
    const message = said[mark - 1];
    return message ? [{ mark, messageId: message.id, createdAt: message.at.toISOString() }] : [];
  });
  return { given: { ...NOTHING, text, sources }, invented };
}

/** Customers read the words: marks stand beside them. */
function fromArticles(words: string, articles: readonly Source[]): Given {
  if (articles.length === 0) return { given: { ...NOTHING, text: words }, invented: 0 };
  const { text, marks, invented } = readCitations(words, articles.length, { shown: false });
  return { given: { ...NOTHING, text, articles: namedSources(articles, marks) }, invented };
}

/** What the customer has said since the last answer, and then all of it. */
function soughtIn(said: readonly repo.SaidWords[]): string[] {
  const wordsOf = (some: readonly repo.SaidWords[]) =>
    some
      .filter(({ fromMe }) => !fromMe)
      .map(({ transcript, body }) => [transcript ?? '', body].filter(Boolean).join(' '))
      .join(' ');
  return [wordsOf(said.slice(said.findLastIndex(({ fromMe }) => fromMe) + 1)), wordsOf(said)];
}
