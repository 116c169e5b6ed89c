import {
  type AnyMessageContent,
  generateWAMessageContent,
  proto,
  type WASocket,
} from '@whiskeysockets/baileys';
import { ChannelError, type OutgoingFile, type OutgoingMessage, type Quoted } from '../channel.ts';
import { jidOf } from './identity.ts';

const UPLOAD_MS = 120_000;

/** Uploads the file, if there is one, and makes the bytes that every copy of this message consists of. */
export async function prepareMessage(sock: WASocket, message: OutgoingMessage): Promise<Uint8Array> {
  const { content, quoted } = message;
  const made = await generateWAMessageContent(
    content.kind === 'text' ? { text: content.text } : await fileContent(content),
    { upload: sock.waUploadToServer, mediaUploadTimeoutMs: UPLOAD_MS },
  ).catch((cause: unknown) => {
    throw content.kind === 'text'
      ? new ChannelError('invalid_content', 'text refused by the library', { cause })
      : new ChannelError('media_upload_failed', 'upload failed', { cause });
  });
  if (quoted) addQuote(made, quoted, ownJid(sock), jidOf(message.chat));
  return proto.Message.encode(made).finish();
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
      return { audio: upload, mimetype: mime, ptt: false, ...seconds };
    case 'document':
      return { document: upload, mimetype: mime, fileName: file.fileName, ...caption };
  }
}

function addQuote(made: proto.IMessage, { ref, text }: Quoted, own: string, chat: string): void {
  const contextInfo: proto.IContextInfo = {
    stanzaId: ref.id,
    participant: ref.fromMe ? own : ref.participant || chat,
    quotedMessage: { conversation: text },
  };
  const part =
    made.extendedTextMessage ??
    made.imageMessage ??
    made.videoMessage ??
    made.audioMessage ??
    made.documentMessage;
  if (part) part.contextInfo = { ...part.contextInfo, ...contextInfo };
}

function ownJid(sock: WASocket): string {
  const { lid, id } = sock.user ?? {};
  return (lid ?? id ?? '').replace(/:\d+@/, '@');
}

/** What the library throws when it cannot send. */
export function sendingError(error: unknown): ChannelError {
  if (error instanceof ChannelError) return error;
  const { output, message = '' } = error as { output?: { statusCode?: number }; message?: string };
  const code = output?.statusCode;
  if (code === 428) return new ChannelError('not_connected', message, { cause: error });
  if (/no sessions|all encryptions failed/i.test(message))
    return new ChannelError('stale_session', message, { cause: error });
  return new ChannelError('not_accepted_in_time', message, { cause: error });
}
