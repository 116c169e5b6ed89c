import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { PromptFields, PromptView } from '@balcao/shared/features/prompts/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/db/errors.ts';
import type { Change } from '../../platform/db/rows.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { MASK, recordChange } from '../audit/audit.service.ts';
import type { Audited } from '../audit/audit-record.ts';
import { presentPrompt } from './prompts.presenter.ts';
import * as repo from './prompts.repo.ts';

/** What a company tells its AIs. All that name one throw ERR_NO_PROMPT_FOUND. */

export const list = repo.list;

export async function get(tx: Tx, actor: Actor, id: number): Promise<PromptView> {
  return presentPrompt(await find(tx, actor, id));
}

/** ERR_PROMPT_NAME_TAKEN, ERR_NO_QUEUE_FOUND. */
export async function create(
  tx: Tx,
  actor: Actor,
  { apiKey, voiceKey, ...fields }: PromptFields,
  secrets: Secrets,
): Promise<PromptView> {
  const { companyId } = actor;
  const id = await inWords(repo.insert(tx, companyId, fields));
  await repo.update(tx, companyId, id, sealed(secrets, companyId, id, { apiKey, voiceKey }));
  const created = await find(tx, actor, id);
  await recordChange(tx, actor, AUDITED, null, created);
  return presentPrompt(created);
}

/** ERR_PROMPT_NAME_TAKEN, ERR_NO_QUEUE_FOUND. */
export async function update(
  tx: Tx,
  actor: Actor,
  id: number,
  { apiKey, voiceKey, ...fields }: Change<PromptFields>,
  secrets: Secrets,
): Promise<PromptView> {
  const { companyId } = actor;
  const before = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_PROMPT_FOUND');
  const keys = sealed(secrets, companyId, id, { apiKey, voiceKey });
  await inWords(repo.update(tx, companyId, id, { ...fields, ...keys }));
  const after = await find(tx, actor, id);
  await recordChange(tx, actor, AUDITED, before, after);
  return presentPrompt(after);
}

/** Customers whom it answers wait for people from then on; queues and connections go on without it. */
export async function remove(tx: Tx, actor: Actor, id: number, at: Date): Promise<void> {
  const { companyId } = actor;
  const prompt = orNotFound(await repo.lock(tx, companyId, id), 'ERR_NO_PROMPT_FOUND');
  await repo.leaveToPeople(tx, companyId, id, at);
  await repo.remove(tx, companyId, id);
  await recordChange(tx, actor, AUDITED, prompt, null);
}

/** A prompt with its keys opened, empty where there is none. It leaves the server only towards the services they open. */
export type AnsweringPrompt = Omit<PromptView, 'queue'>;

/** For whoever answers customers with it. Undefined when it is gone. */
export async function forAnswering(
  tx: Tx,
  companyId: number,
  promptId: number,
  secrets: Secrets,
): Promise<AnsweringPrompt | undefined> {
  const found = await repo.find(tx, companyId, promptId);
  if (!found) return undefined;
  const { queue: _queue, apiKey, voiceKey, ...row } = found;
  const opened = (column: keyof repo.SealedKeys, value: Buffer | null) =>
    value === null ? '' : secrets.open(value, place(column, companyId, promptId)).toString();
  return { ...row, apiKey: opened('apiKey', apiKey), voiceKey: opened('voiceKey', voiceKey) };
}

async function find(tx: Tx, { companyId }: Actor, id: number): Promise<repo.PromptRecord> {
  return orNotFound(await repo.find(tx, companyId, id), 'ERR_NO_PROMPT_FOUND');
}

const COLUMNS = { apiKey: 'api_key', voiceKey: 'voice_key' } as const satisfies Record<
  keyof repo.SealedKeys,
  string
>;

/** Where a sealed key belongs: it opens nowhere else. */
const place = (column: keyof repo.SealedKeys, companyId: number, id: number) =>
  `prompts.${COLUMNS[column]}/${companyId}/${id}`;

/** The columns of keys that were typed: a mask that comes back is one that nobody has touched. */
function sealed(
  secrets: Secrets,
  companyId: number,
  id: number,
  typed: Change<Record<keyof repo.SealedKeys, string>>,
): Change<repo.SealedKeys> {
  const sealedKey = (column: keyof repo.SealedKeys) => {
    const key = typed[column];
    if (key === undefined || key === MASK) return undefined;
    return key === '' ? null : secrets.seal(Buffer.from(key), place(column, companyId, id));
  };
  return { apiKey: sealedKey('apiKey'), voiceKey: sealedKey('voiceKey') };
}

const AUDITED: Audited<repo.PromptRecord> = {
  entity: 'prompt',
  name: ({ name }) => name,
  // A sealed key tells whether it is another one; the log shows masks of it.
  fields: ({ id: _id, queue: _queue, apiKey, voiceKey, ...fields }) => ({
    ...fields,
    apiKey: apiKey?.toString('base64') ?? null,
    voiceKey: voiceKey?.toString('base64') ?? null,
  }),
};

async function inWords<T>(writing: Promise<T>): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error, 'prompts_name')) throw new AppError('ERR_PROMPT_NAME_TAKEN');
    throw isForeignKeyViolation(error, 'queue_id') ? new AppError('ERR_NO_QUEUE_FOUND') : error;
  }
}
