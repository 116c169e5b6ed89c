import { z } from 'zod';
import { contact } from '../sync/entities.ts';
import { route } from './contract.ts';
import { pageNumber, searchParam } from './fields.ts';

/** Contacts that the caller sees, by name. Specification document 2, section 7. */
export const listContacts = route({
  method: 'GET',
  path: '/contacts',
  access: 'session',
  query: z.object({ searchParam, pageNumber }),
  response: z.object({ contacts: z.array(contact), hasMore: z.boolean() }),
});
