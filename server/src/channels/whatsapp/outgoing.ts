import { vcardName } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import {
  type AnyMessageContent,
  generateWAMessageContent,
  proto,
  type WASocket,
} from '@whiskeysockets/baileys';
import {
  ChannelError,
  type MessageRef,
  type OutgoingFile,
  type OutgoingMessage,
  type Quoted,
} from '../channel.ts';
import { jidOf } from './identity.ts';

const { Type } = proto.Message.ProtocolMessage;

const UPLOAD_MS = 120_000;
/** The type that phones play as a voice note. */
const VOICE_TYPE = 'audio/ogg; codecs=opus';

/** Uploads the file, if there is one, and makes the bytes that every copy of this message consists of. */
export async function prepareMessage(sock: WASocket, message: OutgoingMessage): Promise<Uint8Array> {
  const { content, quoted, forwarded } = message;
  const made = await makeContent(sock, message).catch((cause: unknown) => {
    if (cause instanceof ChannelError) throw cause;
    throw 'open' in content
      ? new ChannelError('media_upload_failed', 'upload failed', { cause })
      : new ChannelError('invalid_content', 'content refused by the library', { cause });
  });
  if (quoted) addContext(made, quoteOf(quoted, ownJid(sock), jidOf(message.chat)));
  if (forwarded) addContext(made, { isForwarded: true, forwardingScore: 1 });
  return proto.Message.encode(made).finish();
}

async function makeContent(sock: WASocket, { chat, content }: OutgoingMessage): Promise<proto.IMessage> {
  switch (content.kind) {
    case 'edit':
    case 'delete':
    case 'react':
      return changeContent(content, keyOf(content.of, jidOf(chat)));
    case 'contacts':
      return contactsContent(content.vcards);
    // Its context needs a message with fields, which a bare text is not.
    case 'text':
      return { extendedTextMessage: { text: content.text } };
    case 'location':
      return generate(sock, {
        location: {
          degreesLatitude: content.latitude,
          degreesLongitude: content.longitude,
          ...(content.text ? { name: content.text } : {}),
        },
      });
    case 'template':
      throw new ChannelError('unsupported', content.kind);
    default:
      return (content.known && reuse(content, content.known)) ?? generate(sock, await fileContent(content));
  }
}

function generate(sock: WASocket, content: AnyMessageContent): Promise<proto.IMessage> {
  return generateWAMessageContent(content, {
    upload: sock.waUploadToServer,
    mediaUploadTimeoutMs: UPLOAD_MS,
  });
}

/** Makes the message that changes an earlier one. */
function changeContent(
  change: Extract<OutgoingMessage['content'], { of: MessageRef }>,
  key: proto.IMessageKey,
): proto.IMessage {
  switch (change.kind) {
    case 'react':
      return { reactionMessage: { key, text: change.emoji, senderTimestampMs: Date.now() } };
    case 'delete':
      return { protocolMessage: { key, type: Type.REVOKE } };
    case 'edit':
      return {
        protocolMessage: {
          key,
          type: Type.MESSAGE_EDIT,
          editedMessage: { extendedTextMessage: { text: change.text } },
          timestampMs: Date.now(),
        },
      };
  }
}

function keyOf({ id, fromMe, participant }: MessageRef, remoteJid: string): proto.IMessageKey {
  return { remoteJid, id, fromMe, ...(participant ? { participant } : {}) };
}

function contactsContent(vcards: readonly string[]): proto.IMessage {
  const contacts = vcards.map((vcard) => ({ displayName: vcardName(vcard), vcard }));
  const [first, ...others] = contacts;
  if (first && others.length === 0) return { contactMessage: first };
  return { contactsArrayMessage: { displayName: first?.displayName ?? '', contacts } };
}

const PARTS = {
  image: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  document: 'documentMessage',
  sticker: 'stickerMessage',
} as const satisfies Record<OutgoingFile['kind'], keyof proto.IMessage>;

/**
 * The file that WhatsApp already stores, so that it is neither fetched nor uploaded again; null when it is another
 * kind.
 */
function reuse(file: OutgoingFile, known: NonNullable<OutgoingFile['known']>): proto.IMessage | null {
  const from =
    'source' in known
      ? proto.WebMessageInfo.decode(known.source).message
      : proto.Message.decode(known.prepared);
  const part = PARTS[file.kind];
  const { mediaKey, directPath, fileSha256, fileEncSha256, fileLength, mediaKeyTimestamp, url } =
    from?.[part] ?? {};
  if (!mediaKey || !directPath || !fileEncSha256) return null;
  const kept = { mediaKey, directPath, fileSha256, fileEncSha256, fileLength, mediaKeyTimestamp, url };
  const given = Object.fromEntries(Object.entries(kept).filter(([, value]) => value != null));
  return { [part]: { ...given, ...describe(file) } };
}

/** The preview of a file before it is opened. */
function describe({ kind, mime, fileName, text, width, height, seconds, voice, waveform }: OutgoingFile) {
  return {
    mimetype: voice ? VOICE_TYPE : mime,
    ...(text ? { caption: text } : {}),
    ...(kind === 'document' ? { fileName, title: fileName } : {}),
    ...(width && height ? { width, height } : {}),
    ...(seconds ? { seconds } : {}),
    ...(kind === 'audio' ? { ptt: voice } : {}),
    ...(waveform ? { waveform } : {}),
  };
}

async function fileContent(file: OutgoingFile): Promise<AnyMessageContent> {
  const stream = (await file.open()) as import('node:stream').Readable;
  const upload = { stream };
  const { mime, text } = file;
  const caption = text ? { caption: text } : {};
  const size = file.width && file.height ? { width: file.width, height: file.height } : {};
  const seconds = file.seconds ? { seconds: file.seconds } : {};
  switch (file.kind) {
    case 'image':
      return { image: upload, mimetype: mime, ...caption, ...size };
    case 'video':
      return { video: upload, mimetype: mime, ...caption, ...size };
    case 'audio':
      return {
        audio: upload,
        mimetype: file.voice ? VOICE_TYPE : mime,
        ptt: file.voice,
        ...seconds,
        ...(file.waveform ? { waveform: file.waveform } : {}),
      };
    case 'sticker':
      return { sticker: upload, mimetype: mime };
    case 'document':
      return { document: upload, mimetype: mime, fileName: file.fileName, ...caption };
  }
}

function quoteOf({ ref, text }: Quoted, own: string, chat: string): proto.IContextInfo {
  return {
    stanzaId: ref.id,
    participant: ref.fromMe ? own : ref.participant || chat,
    quotedMessage: { conversation: text },
  };
}

function addContext(made: proto.IMessage, contextInfo: proto.IContextInfo): void {
  const part =
    made.extendedTextMessage ??
    made.imageMessage ??
    made.videoMessage ??
    made.audioMessage ??
    made.documentMessage ??
    made.stickerMessage ??
    made.locationMessage ??
    made.contactMessage ??
    made.contactsArrayMessage;
  if (part) part.contextInfo = { ...part.contextInfo, ...contextInfo };
}

function ownJid(sock: WASocket): string {
  const { lid, id } = sock.user ?? {};
  return (lid ?? id ?? '').replace(/:\d+@/, '@');
}

/** Maps what the library throws when it cannot send. */
export function sendingError(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  const { output, message = '' } = error as { output?: { statusCode?: number }; message?: string };
  const code = output?.statusCode;
  if (code === 428) return new ChannelError('not_connected', message, { cause: error });
  if (/no sessions|all encryptions failed/i.test(message))
    return new ChannelError('stale_session', message, { cause: error });
  return new ChannelError('not_accepted_in_time', message, { cause: error });
}
