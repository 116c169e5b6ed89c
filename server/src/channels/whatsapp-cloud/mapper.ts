import { splitExtension } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import { writeVcard } from '@balcao/shared/features/contacts/vcard/write-vcard.ts';
import type { MessageCard } from '@balcao/shared/features/messages/card.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import type { MessageReferral } from '@balcao/shared/features/messages/referral.ts';
import { ARRIVAL } from '../card-parts.ts';
import { wordsOfCard } from '../card-words.ts';
import {
  type ChannelEvent,
  type ChatAddress,
  type DeliveryStatus,
  type InboundContent,
  MAX_TAP_CHARS,
  type MediaContent,
} from '../channel.ts';
import { fittingCards } from '../contact-cards.ts';
import { answersOf, unreadFields } from '../flow-answer.ts';
import { foundWords } from '../found-words.ts';
import { appOfLink, referralOfDraft } from '../referral-parts.ts';
import { cardOf } from './cards.ts';
import { codeOf } from './errors.ts';
import { titleOfRow } from './menus.ts';
import type { CloudContact, CloudFile, CloudMessage, CloudReferral, CloudStatus, Told } from './notice.ts';

/** Maximum size that is kept of a message we do not understand. */
const RAW_BYTES = 64 * 1024;
const NAME_CHARS = 200;
/** Words of something else than the message: what it answers, and what brought its author. */
const BESIDES = ['context', 'referral', 'errors'];

/** What Meta tells, in the words of the port. */
export const eventsOf = ({ messages, statuses, names }: Omit<Told, 'isAboutAccount'>): ChannelEvent[] => [
  ...messages.flatMap((message) => received(message, names)),
  ...statuses.flatMap(statusOf),
];

/** Of somebody who hides the number there is only Meta's name. */
function chatOf({ from, from_user_id: userId }: CloudMessage): ChatAddress | null {
  const number = from === undefined ? [] : [{ kind: 'phone', value: from } as const];
  const own = userId === undefined ? [] : [{ kind: 'whatsapp_user', value: userId } as const];
  const [first, ...others] = [...number, ...own];
  return first ? { kind: 'direct', identities: [first, ...others] } : null;
}

function received(message: CloudMessage, names: Told['names']): ChannelEvent[] {
  const { id, from = '', from_user_id: userId = '', timestamp, reaction, context } = message;
  const chat = chatOf(message);
  if (!chat) return [];
  const name = clean(names.get(from) || names.get(userId) || '').slice(0, NAME_CHARS);
  if (message.type === 'reaction' && reaction) {
    // Whose message it was Meta does not say; an id is one message.
    const ref = { id: reaction.message_id, fromMe: null, participant: '' };
    const change = { kind: 'react', by: { key: '', name }, emoji: clean(reaction.emoji) } as const;
    return [{ kind: 'message.changed', chat, ref, change }];
  }
  if (message.system) return movedOf(message, message.system);
  const content = contentOf(message);
  if (!content) return [];
  return [
    {
      kind: 'message.received',
      message: {
        chat,
        ref: { id, fromMe: false, participant: '' },
        authorName: name,
        content,
        quotedId: context?.id ?? null,
        quotedText: '',
        forwarded: context?.forwarded === true,
        referral: message.referral ? referralOf(message.referral) : null,
        // The moment is never in the future, where the message would stand below everything that follows.
        at: timeOf(timestamp),
      },
    },
  ];
}

/** Who has both a number and a name of Meta's may keep one of them. */
function movedOf(message: CloudMessage, system: NonNullable<CloudMessage['system']>): ChannelEvent[] {
  const isNumber = system.type === 'user_changed_number';
  if (!isNumber && system.type !== 'user_changed_user_id') return [];
  const number = isNumber ? (system.new_wa_id ?? system.wa_id) : undefined;
  const from = chatOf({ ...message, from_user_id: system.previous_user_id ?? message.from_user_id });
  const to = chatOf({ ...message, from: number ?? message.from, from_user_id: system.user_id });
  // Nothing is said of the name, which is the same then.
  const left =
    system.user_id === undefined && isNumber ? chatOf({ ...message, from_user_id: undefined }) : from;
  if (!left || !to) return [];
  return [{ kind: 'contact.moved', from: left, to, at: timeOf(message.timestamp) }];
}

const timeOf = (seconds: number): Date => new Date(Math.min(seconds * 1_000, Date.now()));

/** What a message shows to a person; null when it shows nothing. */
function contentOf(message: CloudMessage): InboundContent | null {
  const { type, text, location, contacts } = message;
  // Notes of the messenger, like a new number.
  if (type === 'system') return null;
  // Whoever opens the chat for the first time waits to be welcomed.
  if (type === 'request_welcome') return { kind: 'text', text: '', card: ARRIVAL };
  const shown = fileOf(message);
  const said = text?.body ?? message.button?.text ?? choiceOf(message) ?? shown?.text ?? '';
  const tapped = tappedOf(message);
  const card = cardOf(message, said);
  if (location) return placeOf(location, card);
  if (card) return { ...(shown ?? { kind: 'text', ...tapped }), text: clean(wordsOfCard(card)), card };
  if (shown) return shown;
  if (said || tapped.tap) return { kind: 'text', text: clean(said || tapped.tap || ''), ...tapped };
  if (contacts && contacts.length > 0)
    return { kind: 'contacts', vcards: fittingCards(contacts.map(vcardOf)) };
  const raw = Buffer.from(JSON.stringify(message)).subarray(0, RAW_BYTES);
  const words = whyUnsupported(message) || clean(foundWords(message, BESIDES));
  return { kind: 'unsupported', type: clean(type).slice(0, 60), text: words, raw };
}

function placeOf(
  { latitude, longitude, name, address }: NonNullable<CloudMessage['location']>,
  card: MessageCard | null,
): InboundContent {
  const text = clean([name, address].filter(Boolean).join(', '));
  return { kind: 'location', latitude, longitude, text, thumbnail: null, ...(card ? { card } : {}) };
}

function fileOf({ image, video, audio, document, sticker }: CloudMessage): MediaContent | null {
  if (image) return media('image', image, 'image/jpeg');
  if (video) return media('video', video, 'video/mp4');
  if (audio) return { ...media('audio', audio, 'audio/ogg'), voice: audio.voice };
  if (document) return media('document', document, 'application/octet-stream');
  return sticker ? media('sticker', sticker, 'image/webp') : null;
}

/** Its picture is left: it is an address of Meta's, which names the business to whoever fetches it. */
const referralOf = (told: CloudReferral): MessageReferral =>
  referralOfDraft(told.source_type === 'post' ? 'post' : 'ad', {
    title: told.headline,
    text: told.body,
    url: told.source_url,
    sourceId: told.source_id,
    clickId: told.ctwa_clid,
    app: appOfLink(told.source_url),
  });

function choiceOf({ interactive }: CloudMessage): string | undefined {
  const form = interactive?.nfm_reply;
  return (
    interactive?.button_reply?.title ??
    (interactive?.list_reply && titleOfRow(interactive.list_reply)) ??
    (form && (answersOf(form.response_json) || form.body || unreadFields(form.response_json)))
  );
}

/** What stands behind a button of a menu or a template, or behind the line of a list. */
function tappedOf({ interactive, button }: CloudMessage): { tap?: string } {
  const tap = interactive?.button_reply?.id || interactive?.list_reply?.id || button?.payload;
  return tap ? { tap: clean(tap).slice(0, MAX_TAP_CHARS) } : {};
}

const whyUnsupported = ({ errors: [error] }: CloudMessage): string =>
  clean(error?.error_data?.details || error?.title || '');

function media(kind: MediaContent['kind'], file: CloudFile, mime: string): MediaContent {
  return {
    kind,
    text: clean(file.caption),
    mime: clean(file.mime_type).slice(0, 120) || mime,
    fileName: clean(file.filename).slice(0, NAME_CHARS),
    size: null,
    sha256: null,
    width: null,
    height: null,
    seconds: null,
    voice: false,
    waveform: null,
    source: Buffer.from(file.id),
  };
}

function vcardOf({ name, phones, emails, org }: CloudContact): string {
  return writeVcard({
    name: clean(name.formatted_name),
    organization: clean(org.company),
    phones: phones.map(phoneOf),
    emails: emails.map(({ email }) => clean(email)),
  });
}

function phoneOf({ phone, wa_id, type }: CloudContact['phones'][number]) {
  const waid = wa_id.replaceAll(/\D/g, '');
  const { number, extension } = splitExtension(phone.trim());
  const types = /^[a-z]{1,20}$/i.test(type) ? [type.toUpperCase()] : ['CELL'];
  return { number: number.replaceAll(/[^\d+]/g, '') || `+${waid}`, extension, waid, types };
}

const STATUSES: Record<string, DeliveryStatus> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'played',
};

function statusOf({ id, status, timestamp, recipient_id: number, errors }: CloudStatus): ChannelEvent[] {
  if (status === 'failed') return [{ kind: 'message.failed', ids: [id], code: codeOf(errors[0]?.code ?? 0) }];
  const known = STATUSES[status];
  if (!known) return [];
  const chat: ChatAddress | null =
    number === undefined ? null : { kind: 'direct', identities: [{ kind: 'phone', value: number }] };
  const at = timeOf(timestamp);
  return [{ kind: 'message.status_changed', chat, ids: [id], status: known, at, participant: '' }];
}

/** Strangers write it: no half characters, nothing that a text of PostgreSQL cannot hold. */
const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '').slice(0, MESSAGE_MAX_CHARS);
