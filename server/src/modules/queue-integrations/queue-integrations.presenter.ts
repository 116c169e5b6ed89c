import type { QueueIntegrationDetails } from '@balcao/shared/features/queue-integrations/calls.ts';
import { MASK } from '../audit/audit.service.ts';
import type { IntegrationRecord } from './queue-integrations.repo.ts';

/** What is sealed never leaves: it is there, or it is not. */
export function presentIntegration({
  url,
  jsonContent,
  headerValue,
  secret: _secret,
  previousSecret: _previous,
  previousSecretUntil: _until,
  ...fields
}: IntegrationRecord): QueueIntegrationDetails {
  return { ...fields, urlN8N: url, jsonContent: maskOf(jsonContent), headerValue: maskOf(headerValue) };
}

const maskOf = (sealed: Buffer | null) => (sealed ? MASK : '');
