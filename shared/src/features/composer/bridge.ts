import { z } from 'zod';
import { id, instant, uuid } from '../../contract/fields.ts';
import { MAX_MENTIONS } from '../mentions/limits.ts';
import { MESSAGE_MAX_CHARS } from '../messages/limits.ts';
import { mailDraft, mailEnvelope } from '../messages/mail-envelope.ts';
import { quotedMessage } from '../messages/row.ts';

/** The composer's calls of the bridge. */

const nothing = z.null();

/**
 * What a field takes: a draft may be longer than a message, so that what was pasted is kept until the agent has
 * shortened it. It may be longer than this as well, and have any number of files, because what was taken back, or
 * written in two windows, is joined: every text there can be kept.
 */
export const DRAFT_MAX_CHARS = 4 * MESSAGE_MAX_CHARS;
/** Files that go out with one press of the button. */
export const FILES_AT_ONCE = 30;

/** Bytes of a large file that travel to the core at a time: no piece holds the others up. */
export const FILE_PIECE_BYTES = 1024 * 1024;

const keptFile = z.object({ mediaId: uuid, caption: z.string() });

/** A file on this computer that waits to be sent; `url` can be used as the source of an element. */
export const outgoingFile = keptFile.extend({
  name: z.string(),
  mime: z.string(),
  size: z.int(),
  /** The length of a voice note, and its waveform (64 heights from 0 to 100). */
  seconds: z.int().nullable(),
  waveform: z.array(z.int()).nullable(),
  url: z.string(),
});
export type OutgoingFileItem = z.output<typeof outgoingFile>;

/** Two texts, so that a note to colleagues can never become a message to the customer. */
const draftText = z.object({
  body: z.string(),
  note: z.string(),
  mode: z.enum(['message', 'note']),
  quotedMsgId: uuid.nullable(),
  /** Subject and copies of a mail; null: those of the mail that it answers. */
  mail: mailDraft.nullable(),
});

export const draft = draftText.extend({ files: z.array(outgoingFile) });
export type Draft = z.output<typeof draft>;

const keptDraft = draftText.extend({ files: z.array(keptFile) });
export type KeptDraft = z.output<typeof keptDraft>;

/** Changes a draft from the state that the screen last knew to a new one. Another window may have changed it since. */
const draftChange = z.object({ base: keptDraft, draft: keptDraft });
/** The current draft when it is not `base`: nothing was changed. Null: it was changed. */
const standing = draft.nullable();

export const UNDO_SECONDS = [0, 3, 5, 10] as const;
export const SEND_KEYS = ['enter', 'ctrlEnter'] as const;

/** How one person likes to write; kept on this computer. */
export const writingHabits = z.object({
  sendKey: z.enum(SEND_KEYS),
  /** A message waits this long before it leaves; 0: not at all. */
  undoSeconds: z.union(UNDO_SECONDS.map((seconds) => z.literal(seconds))),
  /** Whether the agent's name goes above each text. */
  sign: z.boolean(),
  /** Newest first. */
  recentEmoji: z.array(z.string().max(40)).max(40),
  /** 0: the yellow of the standard; 1 to 5: from light to dark. */
  skinTone: z.int().min(0).max(5),
});
export type WritingHabits = z.output<typeof writingHabits>;

export const COMPOSER_METHODS = {
  /** `userId` is who types: after a change of person on this computer, a late draft must not reach the next one. */
  'drafts.get': { input: z.object({ ticketId: id, userId: id }), output: draft },
  'drafts.set': { input: draftChange.extend({ ticketId: id, userId: id }), output: standing },
  /** The tickets with a draft, for the mark in the list. */
  'drafts.list': {
    input: nothing,
    output: z.array(z.object({ ticketId: id, body: z.string(), note: z.boolean(), files: z.int() })),
    shows: ['draft'],
  },

  /**
   * Queues these messages in their order and keeps what is left of the draft, both or neither, and once for their ids.
   * With `undoSeconds` among the habits they are held back that long, until `composer.takeBack`, `composer.release` or
   * any other command on the ticket.
   */
  'composer.send': {
    input: draftChange.extend({
      ticketId: id,
      userId: id,
      messages: z
        .array(
          z.object({
            id: uuid,
            body: z.string().max(MESSAGE_MAX_CHARS),
            mediaId: uuid.nullable(),
            /** The message among them with whose words this file goes, in a mail. */
            mailOf: uuid.optional(),
            mail: mailEnvelope.optional(),
          }),
        )
        .min(1)
        // A text goes alone before files that can have no caption.
        .max(FILES_AT_ONCE + 1),
      quotedMsgId: uuid.nullable(),
    }),
    output: standing,
  },
  /** The same of a private note. */
  'composer.keepNote': {
    input: draftChange.extend({
      id: uuid,
      ticketId: id,
      userId: id,
      body: z.string().trim().min(1).max(MESSAGE_MAX_CHARS),
      /** The colleagues whom it names. */
      mentionedIds: z.array(id).max(MAX_MENTIONS),
    }),
    output: standing,
  },
  /** Messages that are held back; `until` is by this computer's clock. */
  'composer.held': {
    input: z.object({ ticketId: id }),
    output: z.array(z.object({ id: uuid, body: z.string(), until: instant })),
    shows: ['outbox'],
  },
  /** Files of this ticket on their way to the server, in bytes. */
  'composer.uploads': {
    input: z.object({ ticketId: id }),
    output: z.array(z.object({ mediaId: uuid, name: z.string(), sent: z.int(), size: z.int() })),
    shows: ['outbox', 'media'],
  },
  /** Messages still held back become the draft again, before its current text. Null: there were none. */
  'composer.takeBack': { input: z.object({ ticketId: id }), output: draft.nullable() },
  'composer.release': { input: z.object({ ticketId: id }), output: nothing },

  /** The message that a draft answers, as the bar above the text shows it; null when it is not on this computer. */
  'messages.quoted': {
    input: z.object({ id: uuid }),
    output: quotedMessage
      .pick({ id: true, body: true, fromMe: true, mediaType: true, cardKind: true })
      .extend({ name: z.string() })
      .nullable(),
  },

  'composer.habits': { input: nothing, output: writingHabits },
  'composer.setHabits': { input: writingHabits.partial(), output: writingHabits },

  /** Keeps a file for sending; the bytes go up before the message does. */
  'media.add': {
    input: z.object({ name: z.string().min(1).max(255), bytes: z.base64() }),
    output: outgoingFile,
  },
  /** The same of a large file in pieces of at most a mebibyte, each after the answer to the one before. */
  'media.begin': {
    input: z.object({ name: z.string().min(1).max(255), size: z.int().positive() }),
    output: z.object({ mediaId: uuid }),
  },
  'media.append': {
    input: z.object({ mediaId: uuid, bytes: z.base64().max(Math.ceil(FILE_PIECE_BYTES / 3) * 4) }),
    output: nothing,
  },
  'media.finish': { input: z.object({ mediaId: uuid }), output: outgoingFile },
  /** A received file that could not be fetched is fetched again; the message's row shows the progress. */
  'media.retry': { input: z.object({ mediaId: uuid }), output: nothing },
  /** A recording of this screen's microphone (WebM with Opus), made into the Ogg that phones play. */
  'media.addVoice': {
    input: z.object({ bytes: z.base64(), waveform: z.array(z.int().min(0).max(100)).length(64) }),
    output: outgoingFile,
  },
  /** The file that goes with a quick message; the server has it already. */
  'media.ofQuickMessage': { input: z.object({ id }), output: outgoingFile },
  /** The files of a file list, in its order, without those that have not come yet; the server has them already. */
  'media.ofFileList': { input: z.object({ id }), output: z.array(outgoingFile) },
  /** Removes a file that will not be sent after all. */
  'media.drop': { input: z.object({ mediaId: uuid }), output: nothing },
  /** Brings a kept file to the server now, for what is no message. It is dropped when that fails. */
  'media.upload': { input: z.object({ mediaId: uuid }), output: nothing },
  /** How many bytes of it have arrived there. */
  'media.sent': { input: z.object({ mediaId: uuid }), output: z.int(), shows: ['media'] },
} as const;
