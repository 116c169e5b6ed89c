import type { PromptUsage } from '@balcao/shared/features/prompts/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import {
  type AiAccount,
  type Completion,
  type CompletionRequest,
  complete,
  NoWordsError,
} from '../../services/open-ai.ts';
import { completeAloud, estimateUsage } from '../../services/open-ai-stream.ts';
import type { Outside } from '../../services/outside.ts';
import * as repo from './ai-usage.repo.ts';

/** What a company's AI uses in a month of the company's calendar, which its admins may limit. */

export async function ofMonth(tx: Tx, companyId: number, now: Date): Promise<PromptUsage> {
  return orNotFound(await repo.find(tx, companyId, now), 'ERR_NO_COMPANY_FOUND');
}

/** Whether the month's tokens are gone: the AI is not asked until the next month, or until there are more. */
export async function isSpent(tx: Tx, companyId: number, now: Date): Promise<boolean> {
  const { promptTokens, completionTokens, limit } = await ofMonth(tx, companyId, now);
  return limit !== null && promptTokens + completionTokens >= limit;
}

/** One answer more. */
export const count = repo.add;

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

/**
 * Asks, and counts what it took: also of an answer that nobody hears, which was paid for, and of one that breaks off, as far
 * as it can be guessed. Throws NoWordsError, and OutsideError.
 * @param onText hears words alone as they come, as `completeAloud` says them
 */
export async function completeCounted(
  { db, outside, clock }: { db: Database; outside: Outside; clock: () => Date },
  companyId: number,
  account: AiAccount,
  request: CompletionRequest,
  onText?: (text: string) => void,
): Promise<Completion> {
  let heard: string | null = null;
  const countUse = (used: Completion['usage']) =>
    db.withCompany(companyId, (tx) => count(tx, companyId, used, clock()));
  try {
    const answer = onText
      ? await completeAloud(outside, account, request, (said, thought) => {
          heard = thought;
          onText(said);
        })
      : await complete(outside, account, request);
    await countUse(answer.usage);
    return answer;
  } catch (error) {
    if (error instanceof NoWordsError) await countUse(error.usage);
    else if (heard !== null) await countUse(estimateUsage(request, heard));
    throw error;
  }
}
