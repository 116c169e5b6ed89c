import { z } from 'zod';
import { errorCode, id, instant, uuid } from '../../contract/fields.ts';
import { mediaView } from '../media/row.ts';

export const SCHEDULE_STATUSES = ['PENDENTE', 'ENVIADA', 'ERRO'] as const;

/** A message that goes to a contact at `sendAt`. Its author sees it, and users who see all tickets. */
export const schedule = z.object({
  id: uuid,
  contactId: id,
  contact: z.object({ name: z.string() }),
  /** The author; null when the person is gone. */
  userId: id.nullable(),
  /** May hold message variables (domain/variables.ts): they are filled in when it goes out. */
  body: z.string(),
  media: mediaView.nullable(),
  sendAt: instant,
  /** When it was put into the conversation; until then it may be changed. */
  sentAt: instant.nullable(),
  status: z.enum(SCHEDULE_STATUSES),
  /** Why it failed; while it is due and waits, for what. */
  errorCode: errorCode.nullable(),
});
export type ScheduleRow = z.output<typeof schedule>;
