import { z } from 'zod';
import { route } from '../../contract/call.ts';
import { id, idText } from '../../contract/fields.ts';
import { TITLE } from '../../contract/limits.ts';
import { macro, macroEffects } from './row.ts';

/** Macros: one's own, and those of the team. A program has none of its own: ERR_NO_PERMISSION. */

const params = z.object({ macroId: idText });
const fields = z.object({
  name: z.string().trim().min(TITLE.min).max(TITLE.max),
  /** Everybody's, which needs `macros:manageTeam`; otherwise one's own. */
  team: z.boolean(),
  effects: macroEffects,
});
export type MacroFields = z.output<typeof fields>;

/** The team's and one's own, by name. */
export const listMacros = route({
  method: 'GET',
  path: '/macros',
  access: 'session',
  response: z.object({ macros: z.array(macro) }),
});

const refusals = [
  'ERR_MACRO_NAME_TAKEN',
  'ERR_TOO_MANY_MACROS',
  'ERR_MACRO_REFERENCE',
  'ERR_NO_TEMPLATE_FOUND',
  'ERR_TEMPLATE_PARAMETERS',
  'ERR_NO_PERMISSION',
] as const;

export const createMacro = route({
  method: 'POST',
  path: '/macros',
  access: 'session',
  screen: true,
  body: fields,
  response: macro,
  status: 201,
  errors: refusals,
});

/** What is left out stays. */
export const updateMacro = route({
  method: 'PUT',
  path: '/macros/:macroId',
  access: 'session',
  screen: true,
  params,
  body: fields.partial(),
  response: macro,
  errors: ['ERR_NO_MACRO_FOUND', ...refusals],
});

export const deleteMacro = route({
  method: 'DELETE',
  path: '/macros/:macroId',
  access: 'session',
  screen: true,
  params,
  status: 204,
  errors: ['ERR_NO_MACRO_FOUND', 'ERR_NO_PERMISSION'],
});

/**
 * Does all that the macro says, or nothing of it. Its texts are filled in as the conversation stands; messages are the caller's.
 * Refused is also whatever each of its deeds is refused for.
 */
export const runMacro = route({
  method: 'POST',
  path: '/macros/:macroId/run',
  access: 'session',
  params,
  body: z.object({ ticketId: id }),
  status: 204,
  errors: [
    'ERR_NO_MACRO_FOUND',
    'ERR_MACRO_REFERENCE',
    'ERR_NO_TICKET_FOUND',
    'ERR_TICKET_FOREIGN_QUEUE',
    'ERR_OTHER_OPEN_TICKET',
    'ERR_TICKET_NOT_ACCEPTED',
    'ERR_TICKET_CLOSED',
    'ERR_USER_NOT_IN_QUEUE',
    'ERR_OUTSIDE_SERVICE_WINDOW',
    'ERR_NO_TEMPLATE_FOUND',
    'ERR_TEMPLATE_PARAMETERS',
  ],
});
