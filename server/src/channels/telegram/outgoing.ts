import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { readVcards, vcardLine } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import { z } from 'zod';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import {
  ChannelError,
  type ChatAddress,
  type MessageRef,
  type OfferedMenu,
  type OutgoingFile,
  type OutgoingMessage,
  type Sent,
} from '../channel.ts';
import { type TelegramApi, TelegramError } from './api.ts';
import { withEntities } from './marks.ts';

/** A call as it waits to be made: what a message's row keeps of it. */
const prepared = z.object({
  method: z.string(),
  params: z.record(z.string(), z.unknown()),
  /** Where the file goes that is sent with it; null: none is. */
  file: z.object({ field: z.string(), name: z.string(), mime: z.string() }).nullable(),
});
type Prepared = z.output<typeof prepared>;

const { textChars, captionChars } = featuresOf({ kind: 'telegram', channel: 'telegram' });
const VCARD_CHARS = 2_048;

/** @throws ChannelError `too_large` for what Telegram takes from nobody */
export function prepareMessage({ chat, content, quoted }: OutgoingMessage): Uint8Array {
  const { method, params, file } = contentOf(content);
  // A tap is no message that could be answered.
  const quotes = quoted !== null && IS_MESSAGE.test(quoted.ref.id);
  const reply = quotes && { message_id: Number(quoted.ref.id), allow_sending_without_reply: true };
  const all = { chat_id: chatIdOf(chat), ...params, ...(reply ? { reply_parameters: reply } : {}) };
  return Buffer.from(JSON.stringify({ method, params: all, file } satisfies Prepared));
}

export function chatIdOf({ identities }: ChatAddress): number {
  const known = identities.find(({ kind }) => kind === 'telegram');
  if (!known) throw new ChannelError('recipient_not_found', 'nobody on Telegram');
  return Number(known.value);
}

function contentOf(content: OutgoingMessage['content']): Prepared {
  const call = (method: string, params: Prepared['params'], file: Prepared['file'] = null) => ({
    method,
    params,
    file,
  });
  switch (content.kind) {
    case 'text':
      return call('sendMessage', {
        ...textOf(content.text),
        ...(content.menu ? keyboardOf(content.menu) : {}),
      });
    case 'location': {
      const { latitude, longitude, text } = content;
      return text
        ? call('sendVenue', { latitude, longitude, title: text, address: text })
        : call('sendLocation', { latitude, longitude });
    }
    case 'contacts':
      return contactOf(content.vcards);
    case 'edit':
      return call('editMessageText', { message_id: idOf(content.of), ...textOf(content.text) });
    case 'delete':
      return call('deleteMessage', { message_id: idOf(content.of) });
    case 'react': {
      const emoji = content.emoji.replaceAll('\uFE0F', '');
      return call('setMessageReaction', {
        message_id: idOf(content.of),
        reaction: emoji ? [{ type: 'emoji', emoji }] : [],
      });
    }
    case 'template':
      throw new ChannelError('unsupported', content.kind);
    default:
      return fileOf(content);
  }
}

const IS_MESSAGE = /^\d+$/;

function idOf({ id }: MessageRef): number {
  if (!IS_MESSAGE.test(id)) throw new ChannelError('invalid_content', 'a tap is no message');
  return Number(id);
}

const MAX_BUTTONS = 100;

/** A button a line. The words stay above them: whoever answers with a number reads it there. */
const keyboardOf = ({ choices }: OfferedMenu): Prepared['params'] =>
  choices.length > MAX_BUTTONS
    ? {}
    : {
        reply_markup: {
          inline_keyboard: choices.map(({ tap, label }) => [{ text: label, callback_data: tap }]),
        },
      };

function contactOf(vcards: readonly string[]): Prepared {
  const [vcard = '', ...others] = vcards;
  const [person] = readVcards(vcard);
  const number = person?.phones[0]?.number ?? '';
  if (others.length === 0 && number)
    return {
      method: 'sendContact',
      params: {
        phone_number: number,
        first_name: person?.name || number,
        ...(vcard.length <= VCARD_CHARS ? { vcard } : {}),
      },
      file: null,
    };
  // Telegram takes one for each message.
  const lines = vcards.map(vcardLine);
  return { method: 'sendMessage', params: { text: atMost(lines.join('\n'), textChars) }, file: null };
}

/** The call that shows a file as what it is; what its own call would refuse goes as a document. */
const CALLS = {
  photo: 'sendPhoto',
  animation: 'sendAnimation',
  video: 'sendVideo',
  voice: 'sendVoice',
  audio: 'sendAudio',
  sticker: 'sendSticker',
  document: 'sendDocument',
} as const;

function fieldOf({ kind, mime, voice }: OutgoingFile): keyof typeof CALLS {
  const type = mime.split(';')[0] ?? '';
  if (kind === 'image' && ['image/jpeg', 'image/png', 'image/webp'].includes(type)) return 'photo';
  if (kind === 'image' && type === 'image/gif') return 'animation';
  if (kind === 'video' && type === 'video/mp4') return 'video';
  if (kind === 'audio' && voice) return 'voice';
  if (kind === 'audio' && ['audio/mpeg', 'audio/mp4', 'audio/x-m4a'].includes(type)) return 'audio';
  return kind === 'sticker' && type === 'image/webp' ? 'sticker' : 'document';
}

function fileOf(file: OutgoingFile): Prepared {
  const { text, width, height, seconds, fileName, mime, known } = file;
  const field = fieldOf(file);
  const isVideo = field === 'video' || field === 'animation';
  const params = {
    ...(text && field !== 'sticker' ? captionOf(text) : {}),
    ...(isVideo && width && height ? { width, height } : {}),
    ...(seconds && field !== 'document' && field !== 'photo' ? { duration: seconds } : {}),
    ...(field === 'video' ? { supports_streaming: true } : {}),
  };
  // The file itself is sent with the message; one that a customer of this bot has sent, Telegram has.
  if (known && 'source' in known)
    return {
      method: CALLS[field],
      params: { ...params, [field]: Buffer.from(known.source).toString() },
      file: null,
    };
  return { method: CALLS[field], params, file: { field, name: fileName, mime } };
}

function textOf(said: string) {
  const { text, entities } = withEntities(said);
  return { text: atMost(text, textChars), ...(entities.length > 0 ? { entities } : {}) };
}

function captionOf(said: string) {
  const { text, entities } = withEntities(said);
  const caption_entities = entities;
  return { caption: atMost(text, captionChars), ...(entities.length > 0 ? { caption_entities } : {}) };
}

function atMost(text: string, most: number): string {
  if (text.length > most) throw new ChannelError('too_large', `${text.length} characters`);
  return text;
}

const answer = z.union([z.object({ message_id: z.number() }), z.literal(true)]);

/** Makes the call. */
export async function sendPrepared(
  api: TelegramApi,
  bytes: Uint8Array,
  opened: OutgoingFile | null,
): Promise<Sent> {
  const { method, params, file } = prepared.parse(JSON.parse(Buffer.from(bytes).toString()));
  if (file && !opened) throw new ChannelError('media_expired', 'the file is not there any more');
  try {
    const result =
      file && opened
        ? await api.upload(
            method,
            params,
            {
              field: file.field,
              fileName: file.name,
              mime: file.mime,
              bytes: (await opened.open()) as AsyncIterable<Buffer>,
            },
            answer,
          )
        : await api.call(method, params, answer);
    return { members: null, ...(result === true ? {} : { id: String(result.message_id) }) };
  } catch (error) {
    if (isDone(error)) return { members: null };
    throw sendingError(error);
  }
}

/** It was so already: by the same call, which came twice, or by the customer. */
const isDone = (error: unknown): boolean =>
  error instanceof TelegramError &&
  /message is not modified|message to delete not found/i.test(error.message);

/** What went wrong, in the words of the port. */
export function sendingError(cause: unknown): ChannelError {
  if (cause instanceof ChannelError) return cause;
  if (cause instanceof TelegramError) {
    const { code, message, waitMs } = cause;
    if (code === 429) return new ChannelError('rate_limited', message, { cause, waitMs });
    if (code === 403) return new ChannelError('blocked_by_contact', message, { cause });
    if (code === 413 || /too (big|long|large)/i.test(message))
      return new ChannelError('too_large', message, { cause });
    if (code === 400 && /chat not found|user not found/i.test(message))
      return new ChannelError('recipient_not_found', message, { cause });
    // The bot is gone, or its token was changed: the session finds out, and people give another one.
    if (code === 401 || code === 404) return new ChannelError('not_connected', message, { cause });
    return new ChannelError(code >= 500 ? 'not_accepted_in_time' : 'invalid_content', message, { cause });
  }
  const isUndone = cause instanceof OutsideError && (cause.isUndone || cause.problem === 'forbidden');
  return new ChannelError(isUndone ? 'not_connected' : 'not_accepted_in_time', String(cause), { cause });
}
