import { z } from 'zod';
import { queue } from '../sync/entities.ts';
import { route } from './contract.ts';

export const listQueues = route({
  method: 'GET',
  path: '/queue',
  access: 'session',
  response: z.array(queue),
});
