import { given } from '@balcao/shared/contract/given.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { draftOfEnvelope } from '@balcao/shared/features/messages/mail-envelope.ts';
import { signed, unsigned } from '@balcao/shared/features/messages/signature.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { HeldMessage } from '../../core/outbox/held-commands.ts';
import type { CoreServices } from '../../core/services/core-services.ts';
import type { StoredDraft } from '../../core/store/drafts.ts';
import type { Workspace } from '../../core/workspace.ts';
import { sharedFile } from '../media/outgoing-files.ts';
import { changedDraft, shownDraft } from './draft-handlers.ts';

export function composerHandlers({ host, session, workspace, workspaceOf }: CoreServices) {
  const ownName = () => session.state().user?.name ?? '';

  /** A file that the server already has is not uploaded again. */
  function fileOf(mediaId: string) {
    const { store, media } = workspace();
    const shared = sharedFile(mediaId, store);
    return shared ? { file: shared, isThere: true } : { file: media.describe(mediaId) };
  }

  return {
    'composer.send': ({ ticketId, userId, messages, quotedMsgId, base, draft }) => {
      const desk = workspaceOf(userId);
      const { store, sync, undoTimers } = desk;
      // By now a file of theirs may be gone.
      if (messages.every(({ id }) => store.wasGiven(id))) return null;
      const changed = changedDraft(desk, host, { ticketId, base });
      if (changed) return changed;
      const { sign, undoSeconds } = store.drafts.habits();
      if (messages.some(({ body, mediaId }) => body.trim() === '' && mediaId === null))
        throw new AppError('ERR_VALIDATION', { field: 'body' });
      const first = messages.find(({ mailOf }) => mailOf === undefined);
      const outgoing = messages.map((message) => {
        const { id, body: text, mediaId, mailOf, mail } = message;
        const body = sign ? signed(text, ownName()) : text;
        const quoted = message === first ? quotedMsgId : null;
        const args = { id, ticketId, body, mediaId, quotedMsgId: quoted, ...given({ mailOf, mail }) };
        return { args, ...(mediaId === null ? {} : fileOf(mediaId)) };
      });
      sync.send({
        ticketId,
        messages: outgoing,
        draft,
        holdUntil: undoSeconds === 0 ? null : Date.now() + undoSeconds * 1_000,
      });
      undoTimers.watch();
      return null;
    },
    'composer.keepNote': ({ userId, base, draft, ...note }) => {
      const desk = workspaceOf(userId);
      if (desk.store.wasGiven(note.id)) return null;
      const changed = changedDraft(desk, host, { ticketId: note.ticketId, base });
      if (!changed) desk.sync.keepNote(note, draft);
      return changed;
    },
    'composer.held': ({ ticketId }) =>
      workspace()
        .store.held(ticketId)
        .map(({ args, until }) => ({
          id: args.id,
          body: unsigned(args.body, ownName()),
          until: new Date(until).toISOString(),
        })),
    'composer.uploads': ({ ticketId }) => uploadsOf(workspace(), ticketId),
    'composer.takeBack': ({ ticketId }) => {
      const desk = workspace();
      const { store, undoTimers } = desk;
      if (store.held(ticketId).length === 0) return null;
      store.takeBack(ticketId, (held) => draftOf(held, store.drafts.get(ticketId), ownName()));
      undoTimers.watch();
      return shownDraft(desk, host, ticketId);
    },
    'composer.release': ({ ticketId }) => {
      const { store, sync } = workspace();
      sync.release(store.held(ticketId).map(({ args }) => args.id));
      return null;
    },
    'messages.quoted': ({ id }) => quotedOf(workspace().store, id),
    'composer.habits': () => workspace().store.drafts.habits(),
    'composer.setHabits': (patch) => {
      const { store } = workspace();
      store.drafts.setHabits({ ...store.drafts.habits(), ...given(patch) });
      return store.drafts.habits();
    },
  } satisfies Partial<Handlers>;
}

/** Files that messages of this ticket wait for, and how much of each is on the server. */
function uploadsOf({ store, media }: Pick<Workspace, 'store' | 'media'>, ticketId: number) {
  return store
    .uploads(ticketId)
    .filter((mediaId) => media.has(mediaId))
    .map((mediaId) => {
      const { name, size } = media.describe(mediaId);
      return { mediaId, name, size: size ?? 0, sent: media.sent(mediaId) };
    });
}

function quotedOf(store: Workspace['store'], id: string) {
  const message = store.messages.byId(id);
  if (!message) return null;
  const { body, fromMe, mediaType, card, participantName, ticketId } = message;
  const name = participantName || store.tickets.byId(ticketId)?.contact.name || '';
  return { id, body, fromMe, mediaType, cardKind: card?.kind ?? null, name };
}

/** The sent text comes before the text written since. */
function draftOf(held: HeldMessage[], draft: StoredDraft, name: string): StoredDraft {
  const texts = held.flatMap(({ args }) => (args.mediaId === null ? [unsigned(args.body, name)] : []));
  const files = held.flatMap(({ args: { mediaId, body } }) =>
    mediaId === null ? [] : [{ mediaId, caption: unsigned(body, name) }],
  );
  return {
    ...draft,
    mode: 'message',
    body: [...texts, draft.body].filter((text) => text !== '').join('\n'),
    quotedMsgId: held.find(({ args }) => args.quotedMsgId)?.args.quotedMsgId ?? draft.quotedMsgId,
    mail: mailOf(held) ?? draft.mail,
    files: [...files, ...draft.files],
  };
}

function mailOf(held: HeldMessage[]): StoredDraft['mail'] {
  const mail = held.find(({ args }) => args.mail)?.args.mail;
  return mail ? draftOfEnvelope(mail) : null;
}
