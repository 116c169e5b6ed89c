import { z } from 'zod';
import { id } from '../../contract/fields.ts';

export const INTEGRATION_TYPES = ['dialogflow', 'n8n', 'webhook', 'typebot'] as const;
export type IntegrationType = (typeof INTEGRATION_TYPES)[number];

/** A program outside that answers customers; the whole of it is for those who manage integrations. */
export const queueIntegration = z.object({
  id,
  type: z.enum(INTEGRATION_TYPES),
  name: z.string(),
});
export type QueueIntegrationRow = z.output<typeof queueIntegration>;
