import { AppError } from '@balcao/shared/errors.ts';
import { type HelpKind, helpKindsOf } from '@balcao/shared/features/agent-help/kinds.ts';
import { AI_DEFAULTS } from '@balcao/shared/features/responders/ai.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { AiMessage, Completion } from '../../services/open-ai.ts';
import type { Outside } from '../../services/outside.ts';
import * as usage from '../prompts/ai-usage.service.ts';
import { type AnsweringPrompt, forAnswering } from '../prompts/prompts.service.ts';
import * as repo from './agent-help.repo.ts';

export interface HelpDeps {
  db: Database;
  outside: Outside;
  secrets: Secrets;
  clock: () => Date;
}

/** The AI that a company has chosen to help its agents. */
export interface Helper {
  kind: HelpKind;
  prompt: AnsweringPrompt;
  /** The month's tokens are gone. */
  isSpent: boolean;
}

/** A text of that length in words, and what a model thinks before it. */
const MAX_TOKENS = 1_500;
/** A route gives itself up after 12 seconds. */
const PATIENCE_MS = 11_000;
/** Who hears the words as they come waits longer for the last of them. */
const ALOUD_MS = 45_000;

/** Somebody who hears words as they come: each time all that were said so far. @property signal they have hung up */
export interface Listener {
  onText(text: string): void;
  signal: AbortSignal;
}

/** ERR_AGENT_HELP_OFF where nobody was chosen, or this kind of help is switched off. */
export async function findHelper(
  tx: Tx,
  { secrets, clock }: HelpDeps,
  companyId: number,
  kind: HelpKind,
): Promise<Helper> {
  const options = await repo.findOptions(tx, companyId);
  const isOn = options.prompt !== '' && helpKindsOf(options.kinds).includes(kind);
  const prompt = isOn ? await forAnswering(tx, companyId, Number(options.prompt), secrets) : undefined;
  if (!prompt) throw new AppError('ERR_AGENT_HELP_OFF');
  return { kind, prompt, isSpent: await usage.isSpent(tx, companyId, clock()) };
}

/** Asks, and counts what it took. ERR_AI_REFUSED, ERR_AI_LIMIT, ERR_ADDRESS_FORBIDDEN, ERR_AI_FAILED. */
export async function askHelper(
  deps: HelpDeps,
  companyId: number,
  { kind, prompt, isSpent }: Helper,
  messages: readonly AiMessage[],
  ticketId: number,
  listener?: Listener,
): Promise<Completion> {
  if (!prompt.apiKey) throw new AppError('ERR_AI_REFUSED');
  if (isSpent) throw new AppError('ERR_AI_LIMIT');
  const account = { baseUrl: prompt.baseUrl, apiKey: prompt.apiKey };
  const request = {
    model: prompt.model || AI_DEFAULTS.model,
    maxTokens: MAX_TOKENS,
    temperature: prompt.temperature,
    messages,
    tools: [],
    user: `${companyId}-agents`,
    timeoutMs: listener ? ALOUD_MS : PATIENCE_MS,
    signal: listener?.signal,
  };
  const about = { ticketId, purpose: kind };
  const asking = { promptId: prompt.id, account, request, about };
  const asked = usage.completeCounted(deps, companyId, asking, listener?.onText);
  return asked.catch((error: unknown) => {
    if (!(error instanceof OutsideError)) throw error;
    if (error.problem === 'forbidden') throw new AppError('ERR_ADDRESS_FORBIDDEN');
    throw new AppError(error.problem === 'refused' ? 'ERR_AI_REFUSED' : 'ERR_AI_FAILED');
  });
}
