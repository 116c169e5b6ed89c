import type { RouteInput } from '@balcao/shared/contract/call.ts';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { PromptTrial, testPrompt as testContract } from '@balcao/shared/features/prompts/calls.ts';
import { AI_DEFAULTS, PROMPT_LIMITS } from '@balcao/shared/features/responders/ai.ts';
import type { Database } from '../../platform/db/database.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { complete } from '../../services/open-ai.ts';
import type { Outside } from '../../services/outside.ts';
import { MASK } from '../audit/audit.service.ts';
import { forAnswering } from './prompts.service.ts';

interface Deps {
  db: Database;
  outside: Outside;
  secrets: Secrets;
}
type Typed = RouteInput<typeof testContract>['body'];

/** Consoles give a call up after 15 seconds. */
const PATIENCE_MS = 12_000;
/** Enough for a model that thinks before it greets. */
const MAX_TOKENS = 500;
const GREETING = 'Olá!';

/**
 * Greets the AI that a form describes. Whatever the service does is an answer; ERR_NO_PROMPT_FOUND,
 * ERR_PROMPT_KEY_NEEDED.
 */
export async function testPrompt(deps: Deps, actor: Actor, typed: Typed): Promise<PromptTrial> {
  const account = { baseUrl: typed.baseUrl, apiKey: await keyOf(deps, actor, typed) };
  const began = performance.now();
  const ended = () => ({ latencyMs: Math.round(performance.now() - began) });
  try {
    const { text } = await complete(deps.outside, account, {
      model: typed.model || AI_DEFAULTS.model,
      maxTokens: MAX_TOKENS,
      temperature: PROMPT_LIMITS.temperature.initial,
      messages: [{ role: 'user', content: GREETING }],
      tools: [],
      user: 'trial',
      timeoutMs: PATIENCE_MS,
    });
    return { ok: true, reply: text, ...ended(), error: null, problem: null };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    return { ok: false, reply: '', ...ended(), error: error.message, problem: error.problem };
  }
}

/**
 * The key that was typed, or the stored one where its mask came back. That one goes to the stored address alone: else
 * whoever may change a prompt could have it sent to a server of their own.
 */
async function keyOf({ db, secrets }: Deps, { companyId }: Actor, typed: Typed): Promise<string> {
  const { promptId, apiKey } = typed;
  if (promptId === null) return apiKey === MASK ? '' : apiKey;
  const found = await db.readCompany(companyId, (tx) => forAnswering(tx, companyId, promptId, secrets));
  const stored = orNotFound(found, 'ERR_NO_PROMPT_FOUND');
  if (apiKey !== MASK) return apiKey;
  if (stored.baseUrl !== typed.baseUrl) throw new AppError('ERR_PROMPT_KEY_NEEDED');
  return stored.apiKey;
}
