import { readVcards, wholeNumber } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import { isNumbered } from '@balcao/shared/features/message-templates/template-text.ts';
import { z } from 'zod';
import {
  ChannelError,
  type ChatAddress,
  type OutgoingFile,
  type OutgoingMessage,
  type Sent,
} from '../channel.ts';
import type { CloudApi } from './api.ts';
import { sendingError } from './errors.ts';
import { interactiveOf } from './menus.ts';

/** A message as it waits to be sent: what its row keeps of it. */
const prepared = z.object({
  body: z.record(z.string(), z.unknown()),
  /** The file that was uploaded for it, and when. */
  file: z.object({ id: z.string(), at: z.number() }).nullable(),
  /** What goes where Meta does not take the body. */
  instead: z.record(z.string(), z.unknown()).optional(),
});
type Prepared = z.output<typeof prepared>;

const LIMITS = { text: 4_096, caption: 1_024 };
/** Meta keeps what is uploaded for thirty days: it may wait for a while before it is sent. */
const REUSED_MS = 20 * 24 * 3_600_000;

/** Uploads its file. @throws ChannelError */
export async function prepareMessage(api: CloudApi, message: OutgoingMessage): Promise<Uint8Array> {
  try {
    const { body, file, instead } = await contentOf(api, message.content);
    const { quoted, chat } = message;
    const reply = quoted && { context: { message_id: quoted.ref.id } };
    const whole = (part: object) => ({
      recipient_type: 'individual',
      ...recipientOf(chat),
      ...part,
      ...reply,
    });
    const kept = { body: whole(body), file, ...(instead ? { instead: whole(instead) } : {}) };
    return Buffer.from(JSON.stringify(kept satisfies Prepared));
  } catch (error) {
    throw sendingError(error);
  }
}

function recipientOf(chat: ChatAddress): { to: string } | { recipient: string } {
  const [user] = chat.identities.filter(({ kind }) => kind === 'whatsapp_user');
  const hasNumber = chat.identities.some(({ kind }) => kind === 'phone');
  return user && !hasNumber ? { recipient: user.value } : { to: numberOf(chat) };
}

export function numberOf({ identities }: ChatAddress): string {
  const known = identities.find(({ kind }) => kind === 'phone');
  if (!known) throw new ChannelError('recipient_not_found', 'nobody with a number');
  return known.value;
}

async function contentOf(api: CloudApi, content: OutgoingMessage['content']): Promise<Prepared> {
  const plain = (type: string, value: object) => ({ body: { type, [type]: value }, file: null });
  switch (content.kind) {
    case 'text': {
      const text = plain('text', { body: atMost(content.text, LIMITS.text), preview_url: true });
      const interactive = content.menu && interactiveOf(content.menu);
      return interactive ? { ...plain('interactive', interactive), instead: text.body } : text;
    }
    case 'location': {
      const { latitude, longitude, text } = content;
      return plain('location', { latitude, longitude, ...(text ? { name: text } : {}) });
    }
    case 'contacts':
      return plain('contacts', content.vcards.map(contactOf));
    case 'template':
      return plain('template', templateOf(content));
    case 'react':
      return plain('reaction', { message_id: content.of.id, emoji: content.emoji });
    case 'edit':
    case 'delete':
      throw new ChannelError('unsupported', 'Meta changes no message that was sent');
    default:
      return fileOf(api, content);
  }
}

type Template = Extract<OutgoingMessage['content'], { kind: 'template' }>;

function templateOf({ name, language, blanks, parameters }: Template): object {
  const filled = blanks.map((blank, place) => ({ ...blank, text: parameters[place] ?? '' }));
  const components = (['header', 'body'] as const).flatMap((type) => {
    const own = filled.filter(({ part }) => part === type);
    if (own.length === 0) return [];
    return {
      type,
      parameters: own.map((blank) => ({
        type: 'text',
        ...(isNumbered(blank.name) ? {} : { parameter_name: blank.name }),
        text: blank.text,
      })),
    };
  });
  return { name, language: { code: language }, components };
}

/** That WhatsApp knows. */
const PHONE_TYPES = ['CELL', 'MAIN', 'IPHONE', 'HOME', 'WORK'];

function contactOf(vcard: string): object {
  const [person] = readVcards(vcard);
  const name = person?.name || person?.phones[0]?.number || '';
  const phones = (person?.phones ?? []).map((phone) => {
    const type = phone.types.find((type) => PHONE_TYPES.includes(type));
    return {
      phone: wholeNumber(phone),
      wa_id: phone.waid || phone.number.replaceAll(/\D/g, ''),
      ...(type ? { type } : {}),
    };
  });
  return { name: { formatted_name: name, first_name: name }, ...(phones.length > 0 ? { phones } : {}) };
}

/** Shown as what they are; anything else goes as a document. */
const TYPES: Record<OutgoingFile['kind'], readonly string[]> = {
  image: ['image/jpeg', 'image/png'],
  video: ['video/mp4', 'video/3gpp'],
  audio: ['audio/aac', 'audio/mp4', 'audio/mpeg', 'audio/amr', 'audio/ogg'],
  sticker: ['image/webp'],
  document: [],
};

async function fileOf(api: CloudApi, file: OutgoingFile): Promise<Prepared> {
  const mime = file.mime.split(';')[0]?.trim() ?? '';
  const type = TYPES[file.kind].includes(mime) ? file.kind : 'document';
  const caption = type === 'audio' || type === 'sticker' ? '' : atMost(file.text, LIMITS.caption);
  const uploaded = uploadedBefore(file) ?? (await uploadNow(api, file, mime));
  const value = {
    id: uploaded.id,
    ...(caption ? { caption } : {}),
    ...(type === 'document' ? { filename: file.fileName } : {}),
    // Speech: WhatsApp plays nothing else as such.
    ...(type === 'audio' && file.voice && mime === 'audio/ogg' ? { voice: true } : {}),
  };
  return { body: { type, [type]: value }, file: uploaded };
}

/** The same file may have gone to somebody else not long ago. */
function uploadedBefore({ known }: OutgoingFile): Prepared['file'] {
  if (!known || !('prepared' in known)) return null;
  const { file } = read(known.prepared);
  return file && Date.now() - file.at < REUSED_MS ? file : null;
}

async function uploadNow(
  api: CloudApi,
  file: OutgoingFile,
  mime: string,
): Promise<NonNullable<Prepared['file']>> {
  const bytes = (await file.open()) as AsyncIterable<Buffer>;
  try {
    return { id: await api.upload({ fileName: file.fileName, mime, bytes }), at: Date.now() };
  } catch (error) {
    const failed = sendingError(error);
    // Nobody has received anything: it may be uploaded again.
    throw failed.code === 'not_accepted_in_time'
      ? new ChannelError('media_upload_failed', failed.message, { cause: error })
      : failed;
  }
}

function atMost(text: string, most: number): string {
  if (text.length > most) throw new ChannelError('too_large', `${text.length} characters`);
  return text;
}

/** Sends it. @throws ChannelError */
export async function sendPrepared(api: CloudApi, bytes: Uint8Array): Promise<Sent> {
  try {
    const { body, instead } = read(bytes);
    const id = await api.post(body).catch((error: unknown) => {
      // What Meta refuses of a menu, like a sign that it does not show, is said in words.
      if (!instead || sendingError(error).code !== 'invalid_content') throw error;
      return api.post(instead);
    });
    return { members: null, ...(id === null ? {} : { id }) };
  } catch (error) {
    throw sendingError(error);
  }
}

const read = (bytes: Uint8Array): Prepared => prepared.parse(JSON.parse(Buffer.from(bytes).toString()));
