import type { MutationArgs } from '@balcao/shared/sync/commands.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

export function scheduleHandlers({ workspace, workspaceOf }: CoreServices) {
  /** A file of this computer goes up before the command; one that the server has is only named. */
  function fileOf(mediaId: string | null) {
    const { media } = workspace();
    return mediaId !== null && media.has(mediaId) ? media.describe(mediaId) : undefined;
  }

  /** In the place of a refused command or on its own; the file of that one goes, unless this one sends it too. */
  async function write<N extends 'schedule.create' | 'schedule.update'>(
    name: N,
    args: MutationArgs<N>,
    instead: number | undefined,
  ): Promise<void> {
    const { sync, media } = workspace();
    const file = fileOf(args.mediaId);
    if (instead === undefined) return sync.enqueue(name, args, file);
    const earlier = sync.rewriteCommand(instead, name, args, file)?.file;
    if (earlier && earlier.id !== args.mediaId && media.has(earlier.id)) await media.drop(earlier.id);
  }

  return {
    'schedules.list': (query) => workspace().store.schedules.list(query),
    'schedules.of': ({ contactId }) => workspace().store.schedules.of(contactId),
    'schedules.create': async ({ instead, userId, ...args }) => {
      workspaceOf(userId);
      await write('schedule.create', args, instead);
      return null;
    },
    'schedules.update': async ({ instead, ...args }) => {
      await write('schedule.update', args, instead);
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
