import { splitVcards } from '@balcao/shared/features/contacts/vcard/split-vcards.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import {
  ChannelError,
  type ChatAddress,
  type OfferedMenu,
  type OutgoingFile,
  type OutgoingMessage,
} from '../channels/channel.ts';
import { tapOf } from '../platform/db/menu-taps.ts';
import type { StoredMenu } from '../platform/db/message-json.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { OutgoingMedia, OutgoingRow } from './outbox.repo.ts';
import { mediaPlace } from './store-message.ts';

interface Deps {
  storage: Storage;
  secrets: Secrets;
  linkOf(companyId: number, mediaId: string): string | null;
}

/** What a row of the outbox says to the channel. */
export function outgoing(
  deps: Deps,
  companyId: number,
  row: OutgoingRow,
  chat: ChatAddress,
): OutgoingMessage {
  const { quoted, forwarded, thread, mail, isAutomatic, attached } = row;
  return {
    chat,
    content: contentOf(deps, companyId, row),
    quoted: quoted && {
      ref: { id: quoted.waId, fromMe: quoted.fromMe, participant: quoted.participant },
      text: quoted.body,
    },
    forwarded,
    ...(thread ? { thread } : {}),
    ...(mail ? { mail } : {}),
    isAutomatic,
    ...(attached
      ? {
          attached: attached.map(({ media, ...part }) =>
            fileContent(deps, companyId, { ...part, knownPayload: null }, media),
          ),
        }
      : {}),
  };
}

function contentOf(deps: Deps, companyId: number, row: OutgoingRow): OutgoingMessage['content'] {
  const { kind, body, mediaType, of } = row;
  if (kind !== 'message') {
    // It never reached WhatsApp, so nothing can be done to it there.
    if (!of?.waId) throw new ChannelError('invalid_content', 'a message that WhatsApp does not know');
    const ref = { id: of.waId, fromMe: of.fromMe, participant: of.participant };
    if (kind === 'edit') return { kind, of: ref, text: body };
    return kind === 'react' ? { kind, of: ref, emoji: body } : { kind, of: ref };
  }
  if (row.template) return { kind: 'template', ...row.template };
  if (row.media) return fileContent(deps, companyId, row, row.media);
  if (mediaType === 'vcard') return { kind: 'contacts', vcards: splitVcards(body) };
  if (mediaType === 'locationMessage') return placeOf(body);
  return { kind: 'text', text: body, ...(row.menu ? { menu: offeredBy(row.id, row.menu) } : {}) };
}

const offeredBy = (messageId: string, { lead, button, choices }: StoredMenu): OfferedMenu => ({
  lead,
  button,
  choices: choices.map(({ label }, place) => ({ tap: tapOf(messageId, place), label })),
});

/** The body of a place is `image | link | description`; consoles read it apart again. */
function placeOf(body: string): OutgoingMessage['content'] {
  const [, link = '', ...description] = body.split('|');
  const [, latitude, longitude] = /q=(-?[\d.]+),(-?[\d.]+)/.exec(link) ?? [];
  if (!latitude || !longitude) throw new ChannelError('invalid_content', 'a place without coordinates');
  return {
    kind: 'location',
    latitude: Number(latitude),
    longitude: Number(longitude),
    text: description.join('|'),
  };
}

/** A file with its caption. @throws ChannelError `media_expired` when it is not there any more */
export function fileContent(
  { storage, secrets, linkOf }: Deps,
  companyId: number,
  row: Pick<OutgoingRow, 'body' | 'mediaType' | 'knownPayload'>,
  media: OutgoingMedia,
): OutgoingFile {
  const { state, path, mime, size, name, width, height, seconds, voice, waveform, source } = media;
  if (state !== 'stored' || !path) throw new ChannelError('media_expired', 'the file is not there');
  const sealed = source && Buffer.from(source, 'base64');
  return {
    kind: kindOf(row.mediaType, mime),
    open: () =>
      storage.open(path).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ENOENT')
          throw new ChannelError('media_expired', 'the file is not in the store', { cause });
        throw new ChannelError('media_upload_failed', 'the store is away', { cause });
      }),
    mime,
    size,
    fileName: name,
    text: row.body === name ? '' : row.body,
    width,
    height,
    seconds,
    voice,
    waveform: waveform ? Buffer.from(waveform, 'base64') : null,
    link: linkOf(companyId, media.id),
    known: row.knownPayload
      ? { prepared: row.knownPayload }
      : sealed
        ? { source: secrets.open(sealed, mediaPlace(companyId, media.id)) }
        : null,
  };
}

function kindOf(mediaType: OutgoingRow['mediaType'], mime: string): OutgoingFile['kind'] {
  if (mediaType === 'sticker') return 'sticker';
  const kind = mediaKind(mime);
  return kind === 'application' ? 'document' : kind;
}
