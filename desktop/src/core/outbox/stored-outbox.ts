import { commandsChanged } from '../store/changes.ts';
import type { TableAccess } from '../store/tables.ts';
import type { Outbox } from './outbox.ts';

/** The queue as the sync client uses it. */
export function createStoredOutbox({ read, write }: TableAccess): Outbox {
  return {
    clientId: () => read(({ queue }) => queue.clientId()),
    size: () => read(({ queue }) => queue.size()),
    ready: (limit, underWay) => read(({ queue }) => queue.ready(limit, underWay)),
    nextUpload: (after) => read(({ queue }) => queue.nextUpload(after)),
    agreesWith: (seq) => read(({ queue }) => queue.agreesWith(seq)),
    uploaded: (position) => write(({ queue }) => queue.uploaded(position)),
    bringAgain: (before, done) => write(({ queue }) => queue.bringAgain(before, done)),
    number: (positions) => write(({ queue }) => queue.number(positions)),
    renumber: () => write(({ queue }) => queue.renumber()),
    refuse: (position, code, params) =>
      write(({ queue, overlay }, changes) => {
        const { rejections, ticketIds } = queue.refuse(position, { code, params });
        changes.rejections.push(...rejections);
        commandsChanged(changes, ticketIds);
        overlay.rebuild(queue.projected());
      }),
  };
}
