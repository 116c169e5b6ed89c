import { z } from 'zod';
import { id } from '../../contract/fields.ts';

/** What an AI is told; the whole of it is for those who manage prompts. */
export const prompt = z.object({
  id,
  name: z.string(),
  /** Where its customers wait for people; null: that queue is gone. */
  queueId: id.nullable(),
  /** Of one answer. */
  maxTokens: z.int(),
});
export type PromptRow = z.output<typeof prompt>;
