import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { language } from '../../contract/fields.ts';

/** What every mail of a campaign leads to: who has got it leaves its list, without signing in anywhere. */

const params = z.object({ mailToken: z.string().max(1_000) });
const shared = { access: 'public', waitsFor: 'outside', params } as const;
const errors = ['ERR_UNSUBSCRIBE_LINK', 'ERR_TOO_MANY_REQUESTS'] as const;

/** A page that asks and changes nothing: programs that look mails through open every link in them. */
export const openUnsubscribePage = route({
  ...shared,
  method: 'GET',
  path: '/unsubscribe/:mailToken',
  query: z.object({ lang: language.optional() }),
  errors,
});

/**
 * Leaves, by the page's button or by a mail program's (RFC 8058), whatever the body says. Once more changes nothing.
 */
export const unsubscribe = route({
  ...shared,
  method: 'POST',
  path: '/unsubscribe/:mailToken',
  query: z.object({ lang: language.optional() }),
  rawBody: true,
  errors: [...errors, 'ERR_BODY_TOO_LARGE'],
});
