import type { HelpAsked, HelpGiven } from '@balcao/shared/features/agent-help/calls.ts';
import * as usage from '../prompts/ai-usage.service.ts';
import * as repo from './agent-help.repo.ts';
import { askHelper, findHelper, type HelpDeps } from './helper.ts';
import { messagesFor } from './instructions.ts';
import { readLabels } from './labels.ts';

export type ProposedLabels = Pick<HelpGiven, 'tagIds' | 'queueId'>;

export const MAX_SAID = 40;

/** What a ticket may be sorted by and is not yet. */
export const listLabels = repo.listLabels;

const SORT: HelpAsked = { kind: 'sort', how: 'spelling', language: 'pt' };

/** What the AI would sort a ticket by; nothing where nothing was said. Throws what `findHelper` and `askHelper` do. */
export async function proposeLabels(
  deps: HelpDeps,
  companyId: number,
  ticketId: number,
  signal: AbortSignal,
): Promise<ProposedLabels> {
  const { helper, said, labels } = await deps.db.readCompany(companyId, async (tx) => ({
    helper: await findHelper(tx, deps, companyId, 'sort'),
    said: await repo.listSaid(tx, companyId, ticketId, MAX_SAID),
    labels: await repo.listLabels(tx, companyId, ticketId),
  }));
  if (said.length === 0 || labels.tags.length + labels.queues.length === 0)
    return { tagIds: [], queueId: null };
  const asked = messagesFor(SORT, said, helper.prompt.prompt, [], labels);
  const { text } = await askHelper(deps, companyId, helper, asked, ticketId, { onText: () => {}, signal });
  const { invented, ...chosen } = readLabels(text, labels);
  await usage.countFalseSources(deps, companyId, invented);
  return chosen;
}
