import { readVcards } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import { writeVcard } from '@balcao/shared/features/contacts/vcard/write-vcard.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { cardAction, cardOfDraft } from '../card-parts.ts';
import { wordsOfCard } from '../card-words.ts';
import {
  type ChannelEvent,
  type ChatAddress,
  type InboundContent,
  MAX_TAP_CHARS,
  type MediaContent,
} from '../channel.ts';
import { fittingCards } from '../contact-cards.ts';
import { foundWords } from '../found-words.ts';
import { referralOfStart } from '../referral-parts.ts';
import { withMarks } from './marks.ts';
import {
  MESSAGE_FIELDS,
  type TelegramFile,
  type TelegramMessage,
  type TelegramTap,
  type TelegramUpdate,
} from './updates.ts';

/** Maximum size that is kept of a message we do not understand. */
const RAW_BYTES = 64 * 1024;
const SNIPPET_CHARS = 200;
const NAME_CHARS = 200;
const TYPE_CHARS = 60;
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
    const text = wordsOf(edited) || wordsOfLists(edited);
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
  if (!chat || message.from?.is_bot) return [];
  const { message_id: id, reply_to_message: quoted, forward_origin: origin, date } = message;
  const snippet = clean(quoted?.text ?? quoted?.caption ?? '').replaceAll(/\s+/g, ' ');
  return contentsOf(message).map((content, index) => ({
    kind: 'message.received',
    message: {
      chat,
      // A message of several parts has one id.
      ref: { id: index === 0 ? String(id) : `${id}/${index}`, fromMe: false, participant: '' },
      authorName: nameOf(message.from),
      content,
      quotedId: quoted ? String(quoted.message_id) : null,
      quotedText: snippet.trim().slice(0, SNIPPET_CHARS),
      forwarded: origin !== undefined,
      referral: origin ? null : referralOfStart(message.text),
      // The moment is never in the future, where the message would stand below everything that follows.
      at: new Date(Math.min(date * 1_000, Date.now())),
    },
  }));
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

function contentsOf(message: TelegramMessage): InboundContent[] {
  const paid = message.paid_media?.paid_media ?? [];
  const opened = paid.flatMap((file) => pictureOf(file, '') ?? []);
  const [first, ...others] = opened;
  if (first) return [{ ...first, text: wordsOf(message) }, ...others];
  const content = contentOf(message);
  return content ? [content] : [];
}

/** What a message shows to a person; null when it shows nothing. The more telling field stands first. */
function contentOf(message: TelegramMessage): InboundContent | null {
  const { text, video_note: note, animation, voice, audio, document, sticker } = message;
  const { venue, location, contact, poll, dice } = message;
  if (text !== undefined) return { kind: 'text', text: wordsOf(message) };
  const caption = wordsOf(message);
  // It comes with a document of the same file.
  if (animation) return media('video', animation, caption, 'video/mp4');
  const picture = pictureOf(message, caption);
  if (picture) return picture;
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
  if (contact) return { kind: 'contacts', vcards: fittingCards([wellFormed(vcardOf(contact))]) };
  if (poll) {
    const options = poll.options.map((option) => clean(option.text));
    return { kind: 'poll', question: clean(poll.question), options, secret: null };
  }
  if (dice) return { kind: 'text', text: clean(dice.emoji) };
  if (message.story) return storyOf(message.story);
  const words = caption || wordsOfLists(message);
  return words ? { kind: 'text', text: words } : unknownOf(message);
}

/** A photo comes in several sizes. */
function pictureOf(
  { photo, video }: Pick<TelegramMessage, 'photo' | 'video'>,
  text: string,
): MediaContent | null {
  const largest = photo?.toSorted((a, b) => (a.width ?? 0) - (b.width ?? 0)).at(-1);
  if (largest) return media('image', largest, text, 'image/jpeg');
  return video ? media('video', video, text, 'video/mp4') : null;
}

/** A bot sees nothing of it but whose it is. */
function storyOf({ id, chat }: NonNullable<TelegramMessage['story']>): InboundContent {
  const actions = chat.username ? cardAction('', `https://t.me/${chat.username}/s/${id}`) : [];
  const card = cardOfDraft('story', { title: chat.title || nameOf(chat), actions });
  return { kind: 'text', text: clean(wordsOfCard(card)), card };
}

const wordsOf = ({ text, entities, caption, caption_entities }: TelegramMessage): string =>
  clean(text === undefined ? withMarks(caption ?? '', caption_entities) : withMarks(text, entities));

/** A list of tasks, with those that are done, what was added or done in one, or what is to be paid. */
function wordsOfLists({
  checklist,
  checklist_tasks_added: added,
  checklist_tasks_done: done,
  invoice,
}: TelegramMessage): string {
  const changed = (done?.checklist_message?.checklist?.tasks ?? []).flatMap(({ id, text }) =>
    done?.marked_as_done_task_ids.includes(id)
      ? `☑ ${text}`
      : done?.marked_as_not_done_task_ids.includes(id)
        ? `☐ ${text}`
        : [],
  );
  const tasks = [...(checklist?.tasks ?? []), ...(added?.tasks ?? [])].map(
    ({ text, completion_date: at }) => `${at ? '☑' : '☐'} ${text}`,
  );
  const lines = [checklist?.title, ...tasks, ...changed, invoice?.title, invoice?.description];
  return clean(lines.filter(Boolean).join('\n'));
}

/** What a person sees and we cannot show; other fields are notes of the messenger, unless there are words in them. */
const SHOWN = ['paid_media', 'game', 'invoice', 'giveaway', 'checklist'];

/** Words of other messages, and of other people. */
const BESIDES = [
  'pinned_message',
  'quote',
  'external_reply',
  'reply_to_story',
  'reply_markup',
  'sender_chat',
  'via_bot',
  'chat',
];

function unknownOf(message: TelegramMessage): InboundContent | null {
  for (const [type, value] of Object.entries(message)) {
    if (BESIDES.includes(type) || (MESSAGE_FIELDS.has(type) && !SHOWN.includes(type))) continue;
    const text = typeof value === 'object' && value !== null ? clean(foundWords(value, BESIDES)) : '';
    if (text === '' && !SHOWN.includes(type)) continue;
    const raw = Buffer.from(JSON.stringify(message)).subarray(0, RAW_BYTES);
    return { kind: 'unsupported', type: clean(type).slice(0, TYPE_CHARS), text, raw };
  }
  return null;
}

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

/** The card that came along is taken where it says a number: what Telegram says beside it is sure. */
function vcardOf({ vcard = '', phone_number: phone, first_name: first, last_name: last }: SharedContact) {
  if ([...readVcards(vcard)].some(({ phones }) => phones.length > 0)) return vcard;
  const number = phone.replaceAll(/[^\d+]/g, '');
  return writeVcard({
    name: `${first} ${last}`.trim() || phone,
    phones: [{ number, extension: '', waid: '', types: ['CELL'] }],
  });
}

type SharedContact = NonNullable<TelegramMessage['contact']>;

/** Strangers write it: no half characters, nothing that a text of PostgreSQL cannot hold. */
const wellFormed = (text: string): string => text.toWellFormed().replaceAll('\0', '');
const clean = (text: string): string => wellFormed(text).slice(0, MESSAGE_MAX_CHARS);
