import { z } from 'zod';
import { MESSAGE_MAX_CHARS, SCHEDULE } from '../../constants.ts';
import { command, type ProjectionView, withoutType } from '../../contract/command.ts';
import { id, instant, uuid } from '../../contract/fields.ts';
import type { Row } from '../../sync/entities.ts';

/** A message that is written now and goes out at `sendAt`. */
export const scheduleFields = z.object({
  contactId: id,
  body: z.string().trim().min(SCHEDULE.minChars).max(MESSAGE_MAX_CHARS),
  sendAt: instant,
  mediaId: uuid.nullable(),
});
const scheduleArgs = scheduleFields.extend({ id: uuid });

/** The content of a scheduled message. @param before its previous file */
function planned(
  view: ProjectionView,
  { contactId, body, sendAt, mediaId }: z.output<typeof scheduleFields>,
  before?: Row<'schedule'>,
): Omit<Row<'schedule'>, 'id' | 'userId'> {
  const known = before?.contactId === contactId ? before.contact.name : '';
  const file = mediaId === null ? undefined : view.media(mediaId);
  const kept = before?.media?.id === mediaId ? before.media : null;
  return {
    contactId,
    contact: { name: view.get('contact', String(contactId))?.name ?? known },
    body,
    media: file ? withoutType(file) : kept,
    sendAt,
    sentAt: null,
    status: 'PENDENTE',
    errorCode: null,
  };
}

export const scheduleMutations = {
  'schedule.create': command({
    args: scheduleArgs,
    project: (view, args, { userId }) =>
      view.put('schedule', { ...planned(view, args), id: args.id, userId }),
  }),
  /** Replaces its whole content; fails once it is sent. */
  'schedule.update': command({
    args: scheduleArgs,
    project(view, args) {
      const row = view.get('schedule', args.id);
      if (row && row.sentAt === null) view.put('schedule', { ...row, ...planned(view, args, row) });
    },
  }),
  /** Fails once it is sent. */
  'schedule.cancel': command({
    args: z.object({ id: uuid }),
    project(view, args) {
      if (view.get('schedule', args.id)?.sentAt === null) view.remove('schedule', args.id);
    },
  }),
} as const;
