import type { OpenedAiRequest } from '@balcao/shared/features/ai-requests/calls.ts';
import type { AiEnding, AiPurpose } from '@balcao/shared/features/ai-requests/rules.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import { pageAt, pageOf } from '../../platform/db/page.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { CompletionRequest, TokensUsed } from '../../services/open-ai.ts';
import * as repo from './ai-requests.repo.ts';

/** What an AI was asked about conversations, where a company wants to read that later. */

/** Of what it was told, and of what it said. */
const MAX_CHARS = { told: 30_000, said: 10_000 };

export interface AskedAbout {
  ticketId: number;
  purpose: AiPurpose;
}

export interface AiOutcome {
  ending: AiEnding;
  usage: TokensUsed | null;
  answer: string;
  reason: string;
}

type Words = Pick<OpenedAiRequest, 'messages' | 'answer' | 'reason'>;

/** Keeps one, if the company wants that. */
export async function note(
  tx: Tx,
  secrets: Secrets,
  companyId: number,
  about: AskedAbout,
  { model, messages }: Pick<CompletionRequest, 'model' | 'messages'>,
  { ending, usage, answer, reason }: AiOutcome,
  at: Date,
): Promise<void> {
  const id = uuidv7();
  const words: Words = { messages: bounded(messages), answer: cut(answer, MAX_CHARS.said), reason };
  const sealed = secrets.seal(Buffer.from(JSON.stringify(words)), placeOf(companyId, id));
  const { promptTokens, completionTokens } = usage ?? { promptTokens: 0, completionTokens: 0 };
  await repo.insert(tx, companyId, {
    id,
    ...about,
    at,
    model,
    promptTokens,
    completionTokens,
    ending,
    sealed,
  });
}

/** The newest first. */
export async function listPage(tx: Tx, companyId: number, after: string | undefined) {
  const rows = await repo.list(tx, companyId, after, pageAt().limit);
  const { shown, hasMore, next } = pageOf(rows, ({ id }) => id);
  return { requests: shown.map((row) => ({ ...row, at: row.at.toISOString() })), hasMore, next };
}

/** ERR_NO_AI_REQUEST_FOUND. */
export async function open(
  tx: Tx,
  companyId: number,
  id: string,
  secrets: Secrets,
): Promise<OpenedAiRequest> {
  const { sealed, at, ...row } = orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_AI_REQUEST_FOUND');
  // With another key nobody reads them any more.
  const words: Words = secrets.hasSealed(sealed)
    ? JSON.parse(secrets.open(sealed, placeOf(companyId, id)).toString())
    : { messages: [], answer: '', reason: '' };
  return { ...row, at: at.toISOString(), ...words };
}

export const { removeAll, removeOld } = repo;

/** Where the words belong: they open nowhere else. */
const placeOf = (companyId: number, id: string) => `ai_requests.sealed/${companyId}/${id}`;

/** The first ones, which the rest needs: what the AI is and knows. */
function bounded(messages: CompletionRequest['messages']): Words['messages'] {
  let left = MAX_CHARS.told;
  return messages.flatMap(({ role, content }) => {
    if (left <= 0) return [];
    const kept = cut(content, left);
    left -= content.length;
    return [{ role, content: kept }];
  });
}

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()} […]`;
