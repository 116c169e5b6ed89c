import { v7 as uuidv7 } from 'uuid';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Desk } from './handlers.ts';

export function scheduleHandlers({ workspace }: Desk) {
  /** A file of this computer goes up before the command; one that the server has is only named. */
  function fileOf(mediaId: string | null) {
    const { media } = workspace();
    return mediaId !== null && media.has(mediaId) ? media.describe(mediaId) : undefined;
  }

  return {
    'schedules.list': (query) => workspace().store.schedules(query),
    'schedules.of': ({ contactId }) => workspace().store.schedulesOf(contactId),
    'schedules.create': (fields) => {
      const args = { ...fields, id: uuidv7() };
      workspace().sync.enqueue('schedule.create', args, fileOf(fields.mediaId));
      return { id: args.id };
    },
    'schedules.update': (args) => {
      workspace().sync.enqueue('schedule.update', args, fileOf(args.mediaId));
      return null;
    },
    'schedules.cancel': async ({ id }) => {
      const { store, sync, media } = workspace();
      const unsent = store.commands.takeOutSchedule(id);
      if (!unsent) sync.enqueue('schedule.cancel', { id });
      else if (unsent.file && media.has(unsent.file.id)) await media.drop(unsent.file.id);
      return null;
    },
  } satisfies Partial<Handlers>;
}
