import { AREAS } from '@balcao/shared/api/routes.ts';
import { webhookEvent } from '@balcao/shared/domain/webhook-event.ts';
import * as announcement from '@balcao/shared/model/announcement.ts';
import * as campaign from '@balcao/shared/model/campaign.ts';
import * as chat from '@balcao/shared/model/chat.ts';
import * as connection from '@balcao/shared/model/connection.ts';
import * as contact from '@balcao/shared/model/contact.ts';
import * as contactList from '@balcao/shared/model/contact-list.ts';
import * as delivery from '@balcao/shared/model/delivery.ts';
import * as fileList from '@balcao/shared/model/file-list.ts';
import * as invoice from '@balcao/shared/model/invoice.ts';
import * as listedTicket from '@balcao/shared/model/listed-ticket.ts';
import * as media from '@balcao/shared/model/media.ts';
import * as mention from '@balcao/shared/model/mention.ts';
import * as message from '@balcao/shared/model/message.ts';
import * as pin from '@balcao/shared/model/pin.ts';
import * as prompt from '@balcao/shared/model/prompt.ts';
import * as queue from '@balcao/shared/model/queue.ts';
import * as queueIntegration from '@balcao/shared/model/queue-integration.ts';
import * as quickMessage from '@balcao/shared/model/quick-message.ts';
import * as schedule from '@balcao/shared/model/schedule.ts';
import * as setting from '@balcao/shared/model/setting.ts';
import * as tag from '@balcao/shared/model/tag.ts';
import * as ticket from '@balcao/shared/model/ticket.ts';
import * as user from '@balcao/shared/model/user.ts';
import * as webhook from '@balcao/shared/model/webhook.ts';
import { z } from 'zod';
import { capital, dashed } from './words.ts';

/** A schema that answers share, with the file (below shared/src) that says what its fields are. */
export interface Model {
  name: string;
  schema: z.ZodType;
  file: string;
}

const MODEL_FILES = {
  announcement,
  campaign,
  chat,
  connection,
  contact,
  contactList,
  delivery,
  fileList,
  invoice,
  listedTicket,
  media,
  mention,
  message,
  pin,
  prompt,
  queue,
  queueIntegration,
  quickMessage,
  schedule,
  setting,
  tag,
  ticket,
  user,
  webhook,
};

/** Every record that a file of contracts or models exports. */
export const MODELS: readonly Model[] = [
  ...Object.entries(MODEL_FILES).flatMap(([name, exported]) =>
    recordsOf(`model/${dashed(name)}.ts`, exported),
  ),
  ...Object.entries(AREAS).flatMap(([area, exported]) => recordsOf(`api/${dashed(area)}.ts`, exported)),
  { name: 'WebhookEvent', schema: webhookEvent, file: 'domain/webhook-event.ts' },
];

function recordsOf(file: string, exported: object): Model[] {
  return Object.entries(exported).flatMap(([name, schema]) =>
    schema instanceof z.ZodObject ? [{ name: capital(name), schema, file }] : [],
  );
}
