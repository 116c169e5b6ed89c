import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Desk } from './handlers.ts';
import { outgoingFiles } from './media.ts';

export function draftHandlers({ host, workspace, workspaceOf }: Desk) {
  return {
    'drafts.get': ({ ticketId }) => {
      const desk = workspace();
      const { files, ...draft } = desk.store.draft(ticketId);
      return { ...draft, files: outgoingFiles(files, desk, host) };
    },
    'drafts.set': ({ ticketId, userId, ...draft }) => {
      workspaceOf(userId).store.setDraft(ticketId, draft);
      return null;
    },
    'drafts.list': () =>
      workspace()
        .store.drafts()
        .map(({ ticketId, body, note, files }) => ({
          ticketId,
          body: body || note,
          note: body === '' && files.length === 0,
          files: files.length,
        })),
  } satisfies Partial<Handlers>;
}
