import { z } from 'zod';

/**
 * What the hub tells, as far as we read it. Flags come as words, times without their zone: neither is believed. Contents
 * may be missing.
 */

const word = z.string().catch('');

const content = z.looseObject({
  type: z.string(),
  text: word,
  /** Behind what was tapped. */
  payload: word,
  latitude: z.number().min(-90).max(90).optional().catch(undefined),
  longitude: z.number().min(-180).max(180).optional().catch(undefined),
  name: word,
  address: word,
  fileUrl: word,
  fileMimeType: word,
  fileName: word,
  fileCaption: word,
});
export type HubIncoming = z.output<typeof content>;

const message = z.object({
  type: z.literal('MESSAGE'),
  message: z.object({
    id: z.string().min(1),
    from: z.string().min(1).max(200),
    to: z.string(),
    direction: word,
    visitor: z.object({ name: word, picture: word }).catch({ name: '', picture: '' }),
    isGroup: z.union([z.boolean(), z.stringbool()]).catch(false),
    contents: z.array(content).nullable().catch(null),
  }),
});

const status = z.object({
  type: z.literal('MESSAGE_STATUS'),
  messageId: word,
  messageStatus: z.object({
    code: z.string(),
    description: word,
    /** The messenger's own id, which some statuses name alone. */
    providerMessageId: word,
    error: z.object({ message: word }).nullish().catch(null),
  }),
});

export const hubNotice = z.discriminatedUnion('type', [message, status]);
export type HubNotice = z.output<typeof hubNotice>;
export type HubStatus = z.output<typeof status>;
