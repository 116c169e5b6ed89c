import type { Actor } from '@balcao/shared/contract/roles.ts';
import type { ListedPrompt, PromptView } from '@balcao/shared/features/prompts/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { MASK } from '../audit/audit.service.ts';
import type { PromptRecord } from './prompts.repo.ts';

const masked = (key: Buffer | null) => (key === null ? '' : MASK);

/** For those who manage prompts. */
export const presentPrompt = ({ apiKey, voiceKey, ...row }: PromptRecord): PromptView => ({
  ...row,
  apiKey: masked(apiKey),
  voiceKey: masked(voiceKey),
});

/** What this actor may know of it: whoever only chooses one for a queue needs neither its words nor its keys. */
export function presentListed(record: PromptRecord, actor: Actor): ListedPrompt {
  if (can(actor, 'prompts:manage')) return presentPrompt(record);
  const { id, name, queueId, queue, maxTokens, voice } = record;
  return { id, name, queueId, queue, maxTokens, voice };
}
