import type { Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { HelpAsked, HelpGiven } from '@balcao/shared/features/agent-help/calls.ts';
import { helpKindsOf } from '@balcao/shared/features/agent-help/kinds.ts';
import { AI_DEFAULTS } from '@balcao/shared/features/responders/ai.ts';
import type { Database } from '../../platform/db/database.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Outside } from '../../services/outside.ts';
import { findSources, namedSources, type Source } from '../knowledge/sources.ts';
import * as usage from '../prompts/ai-usage.service.ts';
import { readCitations } from '../prompts/citations.ts';
import { forAnswering } from '../prompts/prompts.service.ts';
import { ticketAccess } from '../ticket-list/ticket-rows.sync.ts';
import * as repo from './agent-help.repo.ts';
import { messagesFor } from './instructions.ts';

export interface HelpDeps {
  db: Database;
  outside: Outside;
  secrets: Secrets;
  clock: () => Date;
}

const MAX_MESSAGES = 40;
/** A text of that length in words, and what a model thinks before it. */
const MAX_TOKENS = 1_500;
/** Consoles give a call up after 15 seconds. */
const PATIENCE_MS = 13_000;

/** Proposes; nothing is sent or kept. Throws what `askForHelp` lists. */
export async function giveHelp(
  deps: HelpDeps,
  actor: Person,
  ticketId: number,
  wanted: HelpAsked,
): Promise<HelpGiven> {
  const { db, secrets, clock } = deps;
  const { companyId } = actor;
  const { prompt, isSpent, said, articles } = await db.readCompany(companyId, async (tx) => {
    const { access } = await ticketAccess(tx, actor, { id: ticketId });
    if (access === 'missing') throw new AppError('ERR_NO_TICKET_FOUND');
    if (access === 'hidden') throw new AppError('ERR_TICKET_FOREIGN_QUEUE');
    const options = await repo.findOptions(tx, companyId);
    const isOn = options.prompt !== '' && helpKindsOf(options.kinds).includes(wanted.kind);
    const said =
      wanted.kind === 'summary' || wanted.kind === 'reply'
        ? await repo.listSaid(tx, companyId, ticketId, MAX_MESSAGES)
        : [];
    return {
      prompt: isOn ? await forAnswering(tx, companyId, Number(options.prompt), secrets) : undefined,
      isSpent: await usage.isSpent(tx, companyId, clock()),
      said,
      articles: wanted.kind === 'reply' ? await findSources(tx, companyId, soughtIn(said)) : [],
    };
  });
  if (!prompt) throw new AppError('ERR_AGENT_HELP_OFF');
  if (!prompt.apiKey) throw new AppError('ERR_AI_REFUSED');
  if (isSpent) throw new AppError('ERR_AI_LIMIT');
  const account = { baseUrl: prompt.baseUrl, apiKey: prompt.apiKey };
  const asked = usage.completeCounted(deps, companyId, account, {
    model: prompt.model || AI_DEFAULTS.model,
    maxTokens: MAX_TOKENS,
    temperature: prompt.temperature,
    messages: messagesFor(wanted, said, prompt.prompt, articles),
    tools: [],
    user: `${companyId}-agents`,
    timeoutMs: PATIENCE_MS,
  });
  const { text } = await asked.catch((error: unknown) => {
    if (!(error instanceof OutsideError)) throw error;
    if (error.problem === 'forbidden') throw new AppError('ERR_ADDRESS_FORBIDDEN');
    throw new AppError(error.problem === 'refused' ? 'ERR_AI_REFUSED' : 'ERR_AI_FAILED');
  });
  const { given, invented } =
    wanted.kind === 'summary' ? fromMessages(text, said) : fromArticles(text, articles);
  await usage.countFalseSources(deps, companyId, invented);
  return given;
}

interface Given {
  given: HelpGiven;
  /** How often it has named what it was not given: that is gone from the text. */
  invented: number;
}

function fromMessages(words: string, said: readonly repo.SaidWords[]): Given {
  const { text, marks, invented } = readCitations(words, said.length, { shown: true });
  const sources = marks.flatMap((mark) => {
    const message = said[mark - 1];
    return message ? [{ mark, messageId: message.id, createdAt: message.at.toISOString() }] : [];
  });
  return { given: { text, sources, articles: [] }, invented };
}

/** Customers read the words: marks stand beside them. */
function fromArticles(words: string, articles: readonly Source[]): Given {
  if (articles.length === 0) return { given: { text: words, sources: [], articles: [] }, invented: 0 };
  const { text, marks, invented } = readCitations(words, articles.length, { shown: false });
  return { given: { text, sources: [], articles: namedSources(articles, marks) }, invented };
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
