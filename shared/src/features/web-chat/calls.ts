import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText, uuid } from '../../contract/fields.ts';
import { BY_ADDRESS, BY_NUMBER, type ConnectionKind } from '../connections/channel.ts';
import { chatAppearance, chatDesign } from './design.ts';
import { exchangeAnswer, exchangeQuestion } from './protocol.ts';
import { visit } from './visit.ts';

/** A chat on a company's own pages: how people set it up, and what the visitor's script calls besides its line. */

/** The kinds of connections that lead to whoever has filled in an e-mail or a number. */
export const PASSED_ON_BY: readonly ConnectionKind[] = [...BY_ADDRESS, ...BY_NUMBER.kinds];

/** The page's scheme, host and port, as a browser names them: `https://loja.example.com`. */
const origin = z
  .string()
  .trim()
  .max(200)
  .toLowerCase()
  .regex(/^https?:\/\/[a-z\d.-]+(:\d{1,5})?(\/|$)/)
  // What stands behind it names a page.
  .transform((text) => text.split('/').slice(0, 3).join('/'));

const settings = z.object({
  appearance: chatAppearance,
  /** Pages of these alone may use the chat. */
  origins: z.array(origin).max(20),
  /** Agents see the pages that a visitor looks at while the chat is open. */
  followsPages: z.boolean(),
  /**
   * Through which connection people's answers go when a visitor has left for so many minutes without them, to the e-mail or
   * the number of the visitor's form; null: they wait in the chat.
   */
  passesOn: z
    .object({ connectionId: id, minutes: z.int().min(1).max(720) })
    .nullable()
    .default(null),
});
export type WebChatSettings = z.output<typeof settings>;

const details = settings.extend({
  /** What the page says as `data-key`. It is no secret. */
  key: z.string(),
  /** Where the script is, beside which everything else of the chat is; null while this server has no address. */
  script: z.string().nullable(),
  /** With it the shop's own server proves who is signed in there (`data-user`). It never belongs into a page. */
  userSecret: z.string(),
});
export type WebChatDetails = z.output<typeof details>;

const ofConnection = z.object({ whatsappId: idText });

/** How a connection of kind `web` looks and who may use it. ERR_CHANNEL_CANNOT for other kinds. */
export const getWebChat = route({
  method: 'GET',
  path: '/whatsapp/:whatsappId/chat',
  access: 'connections:manage',
  screen: true,
  params: ofConnection,
  response: details,
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_CANNOT'],
});

export const saveWebChat = route({
  method: 'PUT',
  path: '/whatsapp/:whatsappId/chat',
  access: 'connections:manage',
  screen: true,
  params: ofConnection,
  body: settings,
  response: details,
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_CANNOT'],
});

/** Another secret for `data-user`. What the old one has proven counts no more, and whoever has a visitor's token is a stranger. */
export const renewWebChatSecret = route({
  method: 'POST',
  path: '/whatsapp/:whatsappId/chat/secret',
  access: 'connections:manage',
  screen: true,
  params: ofConnection,
  response: details,
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_CANNOT'],
});

/** What is known of a contact who writes from the company's own pages, the browser seen last first. Nothing for others. */
export const listVisits = route({
  method: 'GET',
  path: '/contacts/:contactId/visits',
  access: 'session',
  screen: true,
  params: z.object({ contactId: idText }),
  response: z.array(visit),
  errors: ['ERR_NO_CONTACT_FOUND'],
});

const ofChat = z.object({ chatKey: z.string().max(100) });

/** How the chat looks, for the pages that may use it: ERR_CHAT_PAGE_REFUSED for all others. */
export const openChatDesign = route({
  method: 'GET',
  path: '/chat/:chatKey',
  access: 'public',
  waitsFor: 'outside',
  params: ofChat,
  response: chatDesign,
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHAT_PAGE_REFUSED', 'ERR_TOO_MANY_REQUESTS'],
});

/** A visitor's line for the time of one request, where a page's network lets no websocket through. */
export const exchangeFrames = route({
  method: 'POST',
  path: '/chat/:chatKey/exchange',
  access: 'public',
  waitsFor: 'outside',
  params: ofChat,
  body: exchangeQuestion,
  response: exchangeAnswer,
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_CHAT_PAGE_REFUSED', 'ERR_TOO_MANY_REQUESTS'],
});

/**
 * A visitor's file, under an id that the visitor made, before the message that names it: for a day unless one does by then.
 * The token is the visitor's (`authorization: Bearer`); `x-file-name` is percent-encoded.
 */
export const uploadChatFile = route({
  method: 'PUT',
  path: '/chat/:chatKey/files/:fileId',
  access: 'public',
  waitsFor: 'outside',
  params: ofChat.extend({ fileId: uuid }),
  query: z.object({
    voice: z.enum(['true', 'false']).optional(),
    seconds: z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number)
      .optional(),
  }),
  rawBody: true,
  response: z.object({ mime: z.string() }),
  status: 201,
  errors: [
    'ERR_NO_WAPP_FOUND',
    'ERR_CHAT_PAGE_REFUSED',
    'ERR_CHAT_VISITOR_UNKNOWN',
    'ERR_BODY_TOO_LARGE',
    'ERR_UNSUPPORTED_MEDIA_TYPE',
    'ERR_MEDIA_QUOTA',
    'ERR_TOO_MANY_REQUESTS',
  ],
});

/** The bytes of a file in the chat, under the signed address that its message names. Supports ranges. */
export const openChatFile = route({
  method: 'GET',
  path: '/chat/:chatKey/files/:fileId/:link',
  access: 'public',
  waitsFor: 'outside',
  params: ofChat.extend({ fileId: uuid, link: z.string().regex(/^\d{1,15}\.\d{1,12}\.[\w-]{43}$/) }),
  errors: ['ERR_NO_MEDIA_FOUND', 'ERR_NO_PERMISSION', 'ERR_COMPANY_BLOCKED'],
});
