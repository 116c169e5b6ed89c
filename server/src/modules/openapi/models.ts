import * as announcement from '@balcao/shared/features/announcements/row.ts';
import * as campaign from '@balcao/shared/features/campaigns/row.ts';
import * as chat from '@balcao/shared/features/chats/row.ts';
import * as connection from '@balcao/shared/features/connections/row.ts';
import * as contactList from '@balcao/shared/features/contact-lists/row.ts';
import * as contact from '@balcao/shared/features/contacts/row.ts';
import * as delivery from '@balcao/shared/features/deliveries/row.ts';
import * as fileList from '@balcao/shared/features/file-lists/row.ts';
import * as invoice from '@balcao/shared/features/invoices/row.ts';
import * as media from '@balcao/shared/features/media/row.ts';
import * as mention from '@balcao/shared/features/mentions/row.ts';
import * as message from '@balcao/shared/features/messages/row.ts';
import * as prompt from '@balcao/shared/features/prompts/row.ts';
import * as queueIntegration from '@balcao/shared/features/queue-integrations/row.ts';
import * as queue from '@balcao/shared/features/queues/row.ts';
import * as quickMessage from '@balcao/shared/features/quick-messages/row.ts';
import * as schedule from '@balcao/shared/features/schedules/row.ts';
import * as setting from '@balcao/shared/features/settings/row.ts';
import * as tag from '@balcao/shared/features/tags/row.ts';
import * as listedTicket from '@balcao/shared/features/ticket-list/listed-ticket.ts';
import * as pin from '@balcao/shared/features/ticket-pins/row.ts';
import * as ticket from '@balcao/shared/features/tickets/row.ts';
import * as user from '@balcao/shared/features/users/row.ts';
import { webhookEvent } from '@balcao/shared/features/webhooks/event.ts';
import * as webhook from '@balcao/shared/features/webhooks/row.ts';
import { AREAS } from '@balcao/shared/routes.ts';
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
