import { z } from 'zod';
import { idText, pageNumber, searchParam } from '../fields.ts';
import { queueIntegration } from '../model/queue-integration.ts';
import { route } from './contract.ts';

const params = z.object({ queueIntegrationId: idText });
const fields = z.object({ name: z.string().trim().min(1).max(100) });

export const listQueueIntegrations = route({
  method: 'GET',
  path: '/queue-integrations',
  access: 'session',
  screen: true,
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ queueIntegrations: z.array(queueIntegration), hasMore: z.boolean() }),
});

export const getQueueIntegration = route({
  method: 'GET',
  path: '/queue-integrations/:queueIntegrationId',
  access: 'session',
  params,
  response: queueIntegration,
  errors: ['ERR_NO_QUEUE_INTEGRATION_FOUND'],
});

export const createQueueIntegration = route({
  method: 'POST',
  path: '/queue-integrations',
  access: 'session',
  screen: true,
  body: fields,
  response: queueIntegration,
  status: 201,
  errors: ['ERR_QUEUE_INTEGRATION_NAME_TAKEN'],
});

export const updateQueueIntegration = route({
  method: 'PUT',
  path: '/queue-integrations/:queueIntegrationId',
  access: 'session',
  screen: true,
  params,
  body: fields.partial(),
  response: queueIntegration,
  errors: ['ERR_NO_QUEUE_INTEGRATION_FOUND', 'ERR_QUEUE_INTEGRATION_NAME_TAKEN'],
});

export const deleteQueueIntegration = route({
  method: 'DELETE',
  path: '/queue-integrations/:queueIntegrationId',
  access: 'session',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_QUEUE_INTEGRATION_FOUND'],
});
