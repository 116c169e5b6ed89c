import { z } from 'zod';

/**
 * What Telegram tells of, as far as we read it. Everything else in an update is left where it is; an update that is
 * none of these is none of ours.
 */

const chat = z.object({ id: z.number(), type: z.string() });

const person = z.object({
  first_name: z.string().catch(''),
  last_name: z.string().catch(''),
  is_bot: z.boolean().catch(false),
});

const file = z.object({
  file_id: z.string(),
  file_size: z.number().optional().catch(undefined),
  mime_type: z.string().optional().catch(undefined),
  file_name: z.string().optional().catch(undefined),
  width: z.number().optional().catch(undefined),
  height: z.number().optional().catch(undefined),
  duration: z.number().optional().catch(undefined),
});
export type TelegramFile = z.output<typeof file>;

const entity = z.object({
  type: z.string(),
  offset: z.int(),
  length: z.int(),
  /** The address of a link behind words. */
  url: z.string().optional().catch(undefined),
});
export type TelegramEntity = z.output<typeof entity>;
const entities = z.array(entity).catch([]);

const place = z.object({ latitude: z.number(), longitude: z.number() });

const tasks = z.array(
  z.object({
    id: z.number().catch(0),
    text: z.string().catch(''),
    completion_date: z.number().optional().catch(undefined),
  }),
);
const checklist = z
  .object({ title: z.string().catch(''), tasks })
  .optional()
  .catch(undefined);

const message = z.looseObject({
  message_id: z.number(),
  from: person.optional(),
  chat,
  date: z.number(),
  text: z.string().optional(),
  entities,
  caption: z.string().optional(),
  caption_entities: entities,
  photo: z.array(file).optional(),
  video: file.optional(),
  video_note: file.optional(),
  animation: file.optional(),
  voice: file.optional(),
  audio: file.optional(),
  document: file.optional(),
  sticker: file
    .extend({
      emoji: z.string().catch(''),
      is_animated: z.boolean().catch(false),
      is_video: z.boolean().catch(false),
    })
    .optional(),
  location: place.optional(),
  venue: z.object({ location: place, title: z.string().catch(''), address: z.string().catch('') }).optional(),
  contact: z
    .object({
      phone_number: z.string(),
      first_name: z.string().catch(''),
      last_name: z.string().catch(''),
      vcard: z.string().optional(),
    })
    .optional(),
  poll: z.object({ question: z.string(), options: z.array(z.object({ text: z.string() })) }).optional(),
  dice: z.object({ emoji: z.string() }).optional(),
  /** What has to be paid for before it is seen; each is a photo, a video, or something newer. */
  paid_media: z
    .object({
      paid_media: z.array(
        z.object({
          photo: z.array(file).optional().catch(undefined),
          video: file.optional().catch(undefined),
        }),
      ),
    })
    .optional()
    .catch(undefined),
  checklist,
  checklist_tasks_added: z.object({ tasks }).optional().catch(undefined),
  /** Without the list where that is very old. */
  checklist_tasks_done: z
    .object({
      checklist_message: z.object({ checklist }).optional().catch(undefined),
      marked_as_done_task_ids: z.array(z.number()).catch([]),
      marked_as_not_done_task_ids: z.array(z.number()).catch([]),
    })
    .optional()
    .catch(undefined),
  story: z
    .object({
      id: z.number(),
      chat: person.extend({
        title: z.string().catch(''),
        username: z.string().regex(/^\w+$/).optional().catch(undefined),
      }),
    })
    .optional()
    .catch(undefined),
  invoice: z
    .object({ title: z.string().catch(''), description: z.string().catch('') })
    .optional()
    .catch(undefined),
  forward_origin: z.unknown().optional(),
  reply_to_message: z
    .object({
      message_id: z.number(),
      text: z.string().optional().catch(undefined),
      caption: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
export type TelegramMessage = z.output<typeof message>;
export const MESSAGE_FIELDS: ReadonlySet<string> = new Set(Object.keys(message.shape));

const reaction = z.object({
  chat,
  message_id: z.number(),
  user: person.optional(),
  new_reaction: z.array(z.object({ type: z.string(), emoji: z.string().optional() })),
});

/** A button below a message of ours was tapped. */
const callbackQuery = z.object({
  id: z.string().min(1).max(200),
  from: person,
  /** The message with the button; without its buttons where it is very old. */
  message: z
    .object({
      message_id: z.number(),
      chat,
      reply_markup: z
        .object({
          inline_keyboard: z.array(
            z.array(z.object({ text: z.string(), callback_data: z.string().catch('') })),
          ),
        })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
  data: z.string().catch(''),
});
export type TelegramTap = z.output<typeof callbackQuery>;

export const update = z.object({
  update_id: z.number(),
  message: message.optional().catch(undefined),
  edited_message: message.optional().catch(undefined),
  message_reaction: reaction.optional().catch(undefined),
  callback_query: callbackQuery.optional().catch(undefined),
});
export type TelegramUpdate = z.output<typeof update>;

/** Reactions come only to those who ask for them by name. */
export const WANTED_UPDATES = ['message', 'edited_message', 'message_reaction', 'callback_query'];
