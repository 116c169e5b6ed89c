import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Desk } from './handlers.ts';

export function draftHandlers({ workspace }: Desk) {
  return {
    'drafts.get': ({ ticketId }) => ({ body: workspace().store.draft(ticketId) }),
    'drafts.set': ({ ticketId, body }) => {
      workspace().store.setDraft(ticketId, body);
      return null;
    },
  } satisfies Partial<Handlers>;
}
