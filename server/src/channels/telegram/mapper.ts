import { writeVcard } from '@balcao/shared/features/contacts/vcard/write-vcard.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import type { MessageReferral } from '@balcao/shared/features/messages/referral.ts';
import {
  type ChannelEvent,
  type ChatAddress,
  type InboundContent,
  MAX_TAP_CHARS,
  type MediaContent,
} from '../channel.ts';
import { referralOfDraft } from '../referral-parts.ts';
import { withMarks } from './marks.ts';
import type { TelegramFile, TelegramMessage, TelegramTap, TelegramUpdate } from './updates.ts';

/** Maximum size that is kept of a message we do not understand. */
const RAW_BYTES = 64 * 1024;
const SNIPPET_CHARS = 200;
const NAME_CHARS = 200;
/** Ids of taps begin with it: those of messages are numbers. */
const TAP = 'tap:';

/** What Telegram tells, in the words of the port; nothing for groups, bots and what shows nothing to a person. */
export function eventsOf({
  message,
  edited_message: edited,
  message_reaction: reaction,
  callback_query: tap,
}: TelegramUpdate): ChannelEvent[] {
  if (message) return received(message);
  if (tap) return tapped(tap);
  if (edited) {
    const chat = chatOf(edited.chat);
    const text = wordsOf(edited);
    const ref = { id: String(edited.message_id), fromMe: false, participant: '' };
    return chat && text ? [{ kind: 'message.changed', chat, ref, change: { kind: 'edit', text } }] : [];
  }
  const chat = reaction && chatOf(reaction.chat);
  if (!reaction || !chat) return [];
  // Whose message it was Telegram does not say; an id is one message of the chat.
  const ref = { id: String(reaction.message_id), fromMe: null, participant: '' };
  const emoji = reaction.new_reaction.find(({ type }) => type === 'emoji')?.emoji ?? '';
  const by = { key: '', name: nameOf(reaction.user) };
  return [{ kind: 'message.changed', chat, ref, change: { kind: 'react', by, emoji } }];
}

function received(message: TelegramMessage): ChannelEvent[] {
  const chat = chatOf(message.chat);
  const content = contentOf(message);
  if (!chat || !content || message.from?.is_bot) return [];
  const { message_id: id, reply_to_message: quoted, forward_origin: origin, date } = message;
  const snippet = clean(quoted?.text ?? quoted?.caption ?? '').replaceAll(/\s+/g, ' ');
  return [
    {
      kind: 'message.received',
      message: {
        chat,
        ref: { id: String(id), fromMe: false, participant: '' },
        authorName: nameOf(message.from),
        content,
        quotedId: quoted ? String(quoted.message_id) : null,
        quotedText: snippet.trim().slice(0, SNIPPET_CHARS),
        forwarded: origin !== undefined,
        referral: origin ? null : referralOf(message),
        // The moment is never in the future, where the message would stand below everything that follows.
        at: new Date(Math.min(date * 1_000, Date.now())),
      },
    },
  ];
}

/** Shown where Telegram does not say any more what stood on a button. */
const A_TAP = '👆';

/** What is tapped reads as if it had been written. It is no message of Telegram's: its id is the tap's. */
function tapped({ id, from, message, data }: TelegramTap): ChannelEvent[] {
  const chat = message ? chatOf(message.chat) : null;
  if (!message || !chat || data === '' || from.is_bot) return [];
  const buttons = message.reply_markup?.inline_keyboard.flat() ?? [];
  const label = buttons.find((button) => button.callback_data === data)?.text ?? '';
  return [
    {
      kind: 'message.received',
      message: {
        chat,
        ref: { id: `${TAP}${id}`, fromMe: false, participant: '' },
        authorName: nameOf(from),
        content: { kind: 'text', text: clean(label) || A_TAP, tap: clean(data).slice(0, MAX_TAP_CHARS) },
        quotedId: String(message.message_id),
        quotedText: '',
        referral: null,
        forwarded: false,
        // Telegram does not say when.
        at: new Date(),
      },
    },
  ];
}

/** Whoever opens the bot by `t.me/<bot>?start=<word>` sends that word with the first message. */
function referralOf({ text }: TelegramMessage): MessageReferral | null {
  const word = /^\/start ([\w-]{1,64})$/.exec(text ?? '')?.[1];
  return word ? referralOfDraft('link', { sourceId: word, app: 'telegram', entryPoint: 'start' }) : null;
}

/** A private chat has the id of the person in it. */
function chatOf({ id, type }: { id: number; type: string }): ChatAddress | null {
  return type === 'private'
    ? { kind: 'direct', identities: [{ kind: 'telegram', value: String(id) }] }
    : null;
}

function nameOf(person: TelegramMessage['from']): string {
  return clean(`${person?.first_name ?? ''} ${person?.last_name ?? ''}`)
    .trim()
    .slice(0, NAME_CHARS);
}

/** What a message shows to a person; null when it shows nothing. The more telling field stands first. */
function contentOf(message: TelegramMessage): InboundContent | null {
  const { text, photo, video, video_note: note, animation, voice, audio, document, sticker } = message;
  const { venue, location, contact, poll, dice } = message;
  if (text !== undefined) return { kind: 'text', text: wordsOf(message) };
  const caption = wordsOf(message);
  const paid = message.paid_media?.paid_media[0];
  const largest = (photo ?? paid?.photo)?.toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0)).at(-1);
  if (largest) return media('image', largest, caption, 'image/jpeg');
  // It comes with a document of the same file.
  if (animation) return media('video', animation, caption, 'video/mp4');
  const film = video ?? paid?.video;
  if (film) return media('video', film, caption, 'video/mp4');
  if (note) return media('video', note, caption, 'video/mp4');
  if (voice) return { ...media('audio', voice, caption, 'audio/ogg'), voice: true };
  if (audio) return media('audio', audio, caption, 'audio/mpeg');
  if (document) return media('document', document, caption, 'application/octet-stream');
  if (sticker) {
    // Nothing but Telegram plays them; the emoji says the same.
    if (sticker.is_animated) return { kind: 'text', text: clean(sticker.emoji) || '🙂' };
    return sticker.is_video
      ? media('video', sticker, '', 'video/webm')
      : media('sticker', sticker, '', 'image/webp');
  }
  // A venue comes with its location.
  const where = venue?.location ?? location;
  if (where) {
    const words = clean([venue?.title, venue?.address].filter(Boolean).join(', '));
    return {
      kind: 'location',
      latitude: where.latitude,
      longitude: where.longitude,
      text: words,
      thumbnail: null,
    };
  }
  if (contact) return { kind: 'contacts', vcards: [clean(contact.vcard ?? vcardOf(contact))] };
  if (poll) {
    const options = poll.options.map((option) => clean(option.text));
    return { kind: 'poll', question: clean(poll.question), options, secret: null };
  }
  if (dice) return { kind: 'text', text: clean(dice.emoji) };
  const words = caption || wordsOfLists(message);
  if (words) return { kind: 'text', text: words };
  const type = Object.keys(message).find((key) => SHOWN.includes(key));
  return type
    ? { kind: 'unsupported', type, raw: Buffer.from(JSON.stringify(message)).subarray(0, RAW_BYTES) }
    : null;
}

const wordsOf = ({ text, entities, caption, caption_entities }: TelegramMessage): string =>
  clean(text === undefined ? withMarks(caption ?? '', caption_entities) : withMarks(text, entities));

/** A list of tasks, with those that are done, or what is to be paid. */
function wordsOfLists({ checklist, invoice }: TelegramMessage): string {
  const tasks = (checklist?.tasks ?? []).map(
    ({ text, completion_date: done }) => `${done ? '☑' : '☐'} ${text}`,
  );
  const lines = [checklist?.title, ...tasks, invoice?.title, invoice?.description];
  return clean(lines.filter(Boolean).join('\n'));
}

/** What a person sees and we cannot show; other fields are notes of the messenger. */
const SHOWN = ['story', 'paid_media', 'game', 'invoice', 'giveaway', 'checklist'];

function media(kind: MediaContent['kind'], file: TelegramFile, text: string, mime: string): MediaContent {
  return {
    kind,
    text,
    mime: file.mime_type ?? mime,
    fileName: clean(file.file_name ?? '').slice(0, NAME_CHARS),
    size: file.file_size ?? null,
    sha256: null,
    width: file.width ?? null,
    height: file.height ?? null,
    seconds: file.duration ?? null,
    voice: false,
    waveform: null,
    source: Buffer.from(file.file_id),
  };
}

function vcardOf({
  phone_number: phone,
  first_name: first,
  last_name: last,
}: NonNullable<TelegramMessage['contact']>) {
  const number = phone.replaceAll(/[^\d+]/g, '');
  return writeVcard({ name: `${first} ${last}`.trim() || phone, phones: [{ number, waid: '' }] });
}

/** Strangers write it: no half characters, nothing that a text of PostgreSQL cannot hold. */
const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '').slice(0, MESSAGE_MAX_CHARS);
