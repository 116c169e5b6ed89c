import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { vcardLine } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import { withoutMarks } from '@balcao/shared/text/rich-text.ts';
import { z } from 'zod';
import { OutsideError } from '../../platform/outgoing/outside-error.ts';
import type { HubContent } from '../../services/notificame.ts';
import { ChannelError, type ChatAddress, type OutgoingFile, type OutgoingMessage } from '../channel.ts';
import { fittingKind } from './limits.ts';
import { type HubLine, refusalOf } from './mapper.ts';

/** What a message's row keeps of it while it waits. The link of a file is made when it leaves: it does not last. */
const prepared = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({
    type: z.literal('file'),
    fileMimeType: z.string(),
    fileName: z.string(),
    fileCaption: z.string(),
  }),
]);
type Prepared = z.output<typeof prepared>;

/** @throws ChannelError `too_large` and `file_not_taken` for what the messenger takes from nobody */
export function prepareMessage({ content }: OutgoingMessage, line: HubLine): Uint8Array {
  return Buffer.from(JSON.stringify(contentOf(content, line)));
}

function contentOf(content: OutgoingMessage['content'], line: HubLine): Prepared {
  const { marks, textChars, captionChars } = featuresOf({ kind: 'hub', channel: line.channel });
  const shown = (words: string) => (marks ? words : withoutMarks(words));
  const text = (words: string): Prepared => ({ type: 'text', text: atMost(shown(words), textChars) });
  switch (content.kind) {
    case 'text':
      return text(content.text);
    case 'location': {
      const { latitude, longitude } = content;
      return text(`${content.text}\nhttps://maps.google.com/?q=${latitude},${longitude}`.trim());
    }
    case 'contacts':
      return text(content.vcards.map(vcardLine).join('\n'));
    case 'edit':
    case 'delete':
    case 'react':
    case 'template':
      throw new ChannelError('unsupported', content.kind);
    default:
      return {
        type: 'file',
        fileMimeType: sortOf(fittingKind(content, line.channel), line),
        fileName: content.fileName,
        fileCaption: atMost(shown(content.text), captionChars),
      };
  }
}

/** The hub asks for the sort of a file, in each messenger's own words. */
function sortOf(kind: ReturnType<typeof fittingKind>, { channel }: HubLine): string {
  if (channel === 'telegram') return kind === 'image' ? 'photo' : kind;
  return kind === 'document' ? 'file' : kind;
}

function atMost(text: string, most: number): string {
  if (text.length > most) throw new ChannelError('too_large', `${text.length} characters`);
  return text;
}

/** A message as the hub takes it. @throws ChannelError `media_expired` without the file that belongs to it */
export function contentsOf(bytes: Uint8Array, file: OutgoingFile | null): HubContent[] {
  const content = prepared.parse(JSON.parse(Buffer.from(bytes).toString()));
  if (content.type === 'text') return [content];
  if (!file?.link) throw new ChannelError('media_expired', 'nobody can fetch the file');
  const { fileName, fileCaption, ...rest } = content;
  const words = { ...(fileName ? { fileName } : {}), ...(fileCaption ? { fileCaption } : {}) };
  return [{ ...rest, fileUrl: file.link, ...words }];
}

/** The person of a chat, as the hub names them. */
export function personOf({ identities }: ChatAddress, { channel, channelId }: HubLine): string {
  const [known] = identities.flatMap(({ kind, value }) => (kind === channel ? value : []));
  const prefix = channel === 'telegram' ? '' : `${channelId}/`;
  // Another page's ids mean nothing here.
  if (!known?.startsWith(prefix)) throw new ChannelError('recipient_not_found', `nobody on ${channel}`);
  return known.slice(prefix.length);
}

/** What went wrong, in the words of the port. */
export function sendingError(cause: unknown): ChannelError {
  if (cause instanceof ChannelError) return cause;
  if (!(cause instanceof OutsideError))
    return new ChannelError('not_accepted_in_time', String(cause), { cause });
  const { status, message, retryAfterMs } = cause;
  if (status === 429) return new ChannelError('rate_limited', message, { cause, waitMs: retryAfterMs });
  // The token was changed: the session finds out, and people give another one.
  if (status === 401 || status === 403 || cause.isUndone || cause.problem === 'forbidden')
    return new ChannelError('not_connected', message, { cause });
  if (cause.problem === 'refused') return new ChannelError(refusalOf(message), message, { cause });
  return new ChannelError('not_accepted_in_time', message, { cause });
}
