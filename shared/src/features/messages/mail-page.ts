import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { uuid } from '../../contract/fields.ts';

/** A picture of a page, by the number that its place has there. */
const pagePicture = z.object({ place: z.int().positive(), data: z.string() });

/**
 * How an e-mail looks, beside its words: cleaned HTML, in which styles stand as `data-style`, its own pictures as
 * `<img data-file="1">` and those that lie outside as `<img data-picture="1">`. Its own ones come as `files`. `outside` says
 * how many others it has; with `pictures=outside` the server fetches them, so that nobody learns who reads where, and those
 * that came are `pictures`. Until then nobody is asked.
 */
export const mailPage = route({
  method: 'GET',
  path: '/messages/:messageId/page',
  access: 'session',
  screen: true,
  waitsFor: 'outside',
  params: z.object({ messageId: uuid }),
  query: z.object({ pictures: z.literal('outside').optional() }),
  response: z.object({
    html: z.string(),
    outside: z.int().nonnegative(),
    /** Data addresses. */
    files: z.array(pagePicture),
    pictures: z.array(pagePicture),
  }),
  errors: ['ERR_NO_MESSAGE_FOUND'],
});
