import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { HeldUpMessage, OutboxItem, OutboxWait } from '@balcao/shared/bridge/outbox.ts';
import { draftOfEnvelope } from '@balcao/shared/features/messages/mail-envelope.ts';
import type { MessageRow } from '@balcao/shared/features/messages/row.ts';
import { unsigned } from '@balcao/shared/features/messages/signature.ts';
import type { ScheduleDraft } from '@balcao/shared/features/schedules/bridge.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import { type CommandWords, contactOf, wordsOf } from '../../core/outbox/command-words.ts';
import { goesBack } from '../../core/outbox/commands.ts';
import type { OutboxEntry } from '../../core/outbox/entries.ts';
import type { CoreServices } from '../../core/services/core-services.ts';
import type { StoredDraft } from '../../core/store/drafts.ts';
import type { Store } from '../../core/store/store.ts';

/** Nobody reads more at a time; the next ones come when these have gone. */
const MAX_SHOWN = 500;

export function outboxHandlers({ session, workspace, syncStatus, words }: CoreServices) {
  const ownName = () => session.state().user?.name ?? '';

  /** A file that will not be sent any more is a copy like any other. */
  async function dropFiles(entries: readonly OutboxEntry[]): Promise<null> {
    const { media } = workspace();
    for (const { file } of entries) if (file && media.has(file.id)) await media.drop(file.id);
    return null;
  }

  return {
    'outbox.list': () => {
      const { store, media } = workspace();
      const status = syncStatus();
      return {
        items: store.commands
          .list(MAX_SHOWN)
          .map((entry) => itemOf(entry, { store, words, status, sent: media.sent, name: ownName() })),
        heldUp: store.messagesWaitingForConnection().map((row) => heldUpOf(row, store)),
      };
    },
    'outbox.retry': ({ position }) => {
      workspace().sync.retryCommand(position);
      return null;
    },
    'outbox.remove': ({ position }) => {
      const { store, undoTimers } = workspace();
      const entry = store.commands.remove(position);
      undoTimers.watch();
      return dropFiles([entry]);
    },
    'outbox.edit': ({ position }) => {
      const { store, undoTimers } = workspace();
      const entry = store.commands.takeBack(position, (it, draft) => draftWith(it, draft, ownName()));
      undoTimers.watch();
      return { ticketUuid: store.tickets.byId(entry.ticketId ?? 0)?.uuid ?? '' };
    },
    'outbox.clear': () => dropFiles(workspace().store.commands.clear()),
  } satisfies Partial<Handlers>;
}

interface Surroundings {
  store: Store;
  words: CommandWords;
  status: SyncStatus;
  sent(mediaId: string): number;
  /** The agent's name, as in signed messages. */
  name: string;
}

function itemOf(entry: OutboxEntry, { store, words, status, sent, name }: Surroundings): OutboxItem {
  const { position, command, at, file, refusal } = entry;
  const ticket = entry.ticketId === null ? null : store.tickets.byId(entry.ticketId);
  const contact = ticket?.contact ?? (command && contactOf(words, command, store));
  return {
    position,
    name: command?.name ?? null,
    at,
    ticketUuid: ticket?.uuid ?? null,
    contactName: contact?.name ?? '',
    text: unsigned((command && wordsOf(words, command, store)) ?? entry.text, name),
    file: file && { name: file.name, type: file.mediaType, size: file.size ?? 0, sent: sent(file.id) },
    waitsFor: entry.state === 'queued' ? waitOf(entry, status) : null,
    refusal,
    removable: !entry.isSent,
    schedule: scheduleOf(entry, store),
    editable: !entry.isSent && ticket !== null && goesBack(entry),
  };
}

/** What to write again in place of a refused command; one whose schedule is gone, or sent, becomes a new one. */
function scheduleOf({ command, state, file }: OutboxEntry, store: Store): ScheduleDraft | null {
  if (state !== 'rejected' || (command?.name !== 'schedule.create' && command?.name !== 'schedule.update'))
    return null;
  const { id, contactId, body, sendAt, mediaId } = command.args;
  const known = store.schedules.byId(id);
  const contact = store.contacts.byId(contactId);
  const media = file ?? known?.media;
  return {
    id: known?.sentAt === null ? id : null,
    contact: contact && { id: contact.id, name: contact.name },
    body,
    sendAt,
    file: mediaId === null ? null : { mediaId, name: media?.id === mediaId ? media.name : '' },
  };
}

/** The obstacles to sending it now, the nearest first. */
function waitOf(
  { isHeld, needsUpload, isSent }: Pick<OutboxEntry, 'isHeld' | 'needsUpload' | 'isSent'>,
  { layer, reason, phase }: Pick<SyncStatus, 'layer' | 'reason' | 'phase'>,
): OutboxWait {
  if (isHeld) return 'undo';
  if (layer !== null) return layer;
  if (reason === 'ERR_DISK_FULL') return 'disk';
  if (phase !== 'live' && phase !== 'catchingUp') return 'connecting';
  if (needsUpload !== null) return 'file';
  return isSent ? 'answer' : 'turn';
}

function heldUpOf(
  { id, ticketId, createdAt, body, mediaType, media }: MessageRow,
  store: Store,
): HeldUpMessage {
  const ticket = store.tickets.byId(ticketId);
  return {
    id,
    at: createdAt,
    ticketUuid: ticket?.uuid ?? null,
    contactName: ticket?.contact.name ?? '',
    text: body || (media?.name ?? ''),
    type: mediaType,
    connection: ticket?.whatsapp ?? { name: '', status: 'DISCONNECTED', reason: null },
  };
}

/** A note goes back to the notes: it must never become a message to the customer. */
function draftWith({ command, text, file }: OutboxEntry, draft: StoredDraft, name: string): StoredDraft {
  const words = unsigned(text, name);
  const before = (rest: string) => [words, rest].filter((part) => part !== '').join('\n');
  if (command?.name === 'note.add') return { ...draft, mode: 'note', note: before(draft.note) };
  const said = command?.name === 'message.send' ? command.args : null;
  const shown = {
    ...draft,
    mode: 'message' as const,
    quotedMsgId: said?.quotedMsgId ?? draft.quotedMsgId,
    mail: said?.mail ? draftOfEnvelope(said.mail) : draft.mail,
  };
  return file
    ? { ...shown, files: [{ mediaId: file.id, caption: words }, ...draft.files] }
    : { ...shown, body: before(draft.body) };
}
