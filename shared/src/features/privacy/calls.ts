import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { idText, language } from '../../contract/fields.ts';

/** What a company tells strangers of the data that it keeps. */

/**
 * A page for people, without a script: what a company keeps of its customers, for how long, and whom to write to. In that
 * language, else in the browser's, else in the company's. A company that publishes none is answered like one that is not
 * there.
 */
export const openPrivacyPage = route({
  method: 'GET',
  path: '/privacy/:companyId',
  access: 'public',
  waitsFor: 'outside',
  params: z.object({ companyId: idText }),
  query: z.object({ lang: language.optional() }),
  errors: ['ERR_NO_COMPANY_FOUND', 'ERR_TOO_MANY_REQUESTS'],
});
