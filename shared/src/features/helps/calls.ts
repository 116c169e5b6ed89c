import { z } from 'zod';
import { TITLE } from '../../constants.ts';
import { route } from '../../contract/call.ts';
import { id, idText } from '../../contract/fields.ts';

/** Help videos, the same for all companies. */

export const helpView = z.object({
  id,
  title: z.string(),
  description: z.string(),
  /** YouTube's code of the video. */
  video: z.string(),
});
export type HelpView = z.output<typeof helpView>;

const fields = z.object({
  title: z.string().trim().min(TITLE.min).max(TITLE.max),
  description: z.string().trim().max(2_000).optional(),
  video: z
    .string()
    .max(255)
    .regex(/^[\w-]+$/),
});
const params = z.object({ helpId: idText });

export const getHelps = route({
  method: 'GET',
  path: '/helps',
  access: 'session',
  response: z.array(helpView),
});

export const listHelps = route({ ...getHelps, path: '/helps/list', screen: true });

export const createHelp = route({
  method: 'POST',
  path: '/helps',
  access: 'helps:manage',
  screen: true,
  rows: 'system',
  body: fields,
  response: helpView,
  status: 201,
  errors: ['ERR_HELP_TITLE_TAKEN'],
});

export const updateHelp = route({
  method: 'PUT',
  path: '/helps/:helpId',
  access: 'helps:manage',
  screen: true,
  rows: 'system',
  params,
  body: fields.partial(),
  response: helpView,
  errors: ['ERR_NO_HELP_FOUND', 'ERR_HELP_TITLE_TAKEN'],
});

export const deleteHelp = route({
  method: 'DELETE',
  path: '/helps/:helpId',
  access: 'helps:manage',
  screen: true,
  rows: 'system',
  params,
  status: 204,
  errors: ['ERR_NO_HELP_FOUND'],
});
