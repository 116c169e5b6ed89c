import type { PromptUsage } from '@balcao/shared/features/prompts/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Secrets } from '../../platform/secrets.ts';
import {
  type AiAccount,
  type Completion,
  type CompletionRequest,
  complete,
  NoWordsError,
} from '../../services/open-ai.ts';
import { completeAloud, estimateUsage } from '../../services/open-ai-stream.ts';
import type { Outside } from '../../services/outside.ts';
import { type AiOutcome, type AskedAbout, note as noteRequest } from '../ai-requests/ai-requests.service.ts';
import * as repo from './ai-usage.repo.ts';

/** What a company's AI uses in a month of the company's calendar, which its admins may limit. */

export async function ofMonth(tx: Tx, companyId: number, now: Date): Promise<PromptUsage> {
  return { ...(await find(tx, companyId, now)), prompts: await repo.listByPrompt(tx, companyId, now) };
}

const find = async (tx: Tx, companyId: number, now: Date) =>
  orNotFound(await repo.find(tx, companyId, now), 'ERR_NO_COMPANY_FOUND');

/** Whether the month's tokens are gone: the AI is not asked until the next month, or until there are more. */
export async function isSpent(tx: Tx, companyId: number, now: Date): Promise<boolean> {
  const { promptTokens, completionTokens, limit } = await find(tx, companyId, now);
  return limit !== null && promptTokens + completionTokens >= limit;
}

/** One answer more. */
export const count = repo.add;

/** A customer whom it has answered, or left to people. */
export const countTurn = repo.addTurn;

/** What became of one of its proposals. */
export const countProposal = repo.addProposal;

/** Sources that it has named and was not given. */
export async function countFalseSources(
  { db, clock }: { db: Database; clock: () => Date },
  companyId: number,
  invented: number,
): Promise<void> {
  if (invented > 0)
    await db.withCompany(companyId, (tx) => repo.addFalseSources(tx, companyId, invented, clock()));
}

export interface Asking {
  promptId: number;
  account: AiAccount;
  request: CompletionRequest;
  /** Null: no conversation that there is, so nothing of it is kept. */
  about: AskedAbout | null;
}

/**
 * Asks, counts what it took, and keeps what was said where the company wants that: also an answer that nobody hears, which
 * was paid for, and one that breaks off, as far as it can be guessed. Throws NoWordsError, and OutsideError.
 * @param onText hears words alone as they come, as `completeAloud` says them
 */
export async function completeCounted(
  { db, outside, secrets, clock }: { db: Database; outside: Outside; secrets: Secrets; clock: () => Date },
  companyId: number,
  { promptId, account, request, about }: Asking,
  onText?: (text: string) => void,
): Promise<Completion> {
  let heard: string | null = null;
  const note = (outcome: AiOutcome) =>
    db.withCompany(companyId, async (tx) => {
      const at = clock();
      if (outcome.usage) await count(tx, companyId, promptId, outcome.usage, at);
      if (about) await noteRequest(tx, secrets, companyId, about, request, outcome, at);
    });
  const asked = onText
    ? completeAloud(outside, account, request, (said, thought) => {
        heard = thought;
        onText(said);
      })
    : complete(outside, account, request);
  const answer = await asked.catch(async (error: unknown) => {
    await note(failureOf(error, request, heard));
    throw error;
  });
  const { text, toolCalls, usage } = answer;
  const wanted = toolCalls.map(({ name, arguments: given }) => `${name} ${JSON.stringify(given)}`);
  const said = [text, ...wanted].filter(Boolean).join('\n');
  await note({ ending: 'answered', usage, answer: said, reason: '' });
  return answer;
}

function failureOf(error: unknown, request: CompletionRequest, heard: string | null): AiOutcome {
  const guessed = heard === null ? null : estimateUsage(request, heard);
  return {
    ending: error instanceof OutsideError ? error.problem : 'unknown',
    usage: error instanceof NoWordsError ? error.usage : guessed,
    answer: heard ?? '',
    reason: error instanceof Error ? error.message : '',
  };
}
