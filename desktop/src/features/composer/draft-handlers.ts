import type { Draft, KeptDraft } from '@balcao/shared/features/composer/bridge.ts';
import { isSameDraft } from '@balcao/shared/features/composer/draft.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';
import type { Workspace } from '../../core/workspace.ts';
import type { Host } from '../../hosts/host.ts';
import { outgoingFiles } from '../media/outgoing-files.ts';

/** The draft as the screen shows it. */
export function shownDraft(desk: Pick<Workspace, 'store' | 'media'>, host: Host, ticketId: number): Draft {
  const { files, ...draft } = desk.store.drafts.get(ticketId);
  return { ...draft, files: outgoingFiles(files, desk, host) };
}

/** How a draft stands that another window has changed since the screen knew it as `base`; null: none has. */
export function changedDraft(
  desk: Pick<Workspace, 'store' | 'media'>,
  host: Host,
  { ticketId, base }: { ticketId: number; base: KeptDraft },
): Draft | null {
  const now = shownDraft(desk, host, ticketId);
  return isSameDraft(now, base) ? null : now;
}

export function draftHandlers({ host, workspace, workspaceOf }: CoreServices) {
  return {
    'drafts.get': ({ ticketId, userId }) => shownDraft(workspaceOf(userId), host, ticketId),
    'drafts.set': ({ userId, draft, ...known }) => {
      const desk = workspaceOf(userId);
      const changed = changedDraft(desk, host, known);
      if (!changed) desk.store.drafts.set(known.ticketId, draft);
      return changed;
    },
    'drafts.list': () =>
      workspace()
        .store.drafts.all()
        .map(({ ticketId, body, note, files }) => ({
          ticketId,
          body: body || note,
          note: body === '' && files.length === 0,
          files: files.length,
        })),
  } satisfies Partial<Handlers>;
}
