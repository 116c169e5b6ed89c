import type { OutgoingFileItem } from '@balcao/shared/bridge/composer.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Host } from '../../hosts/host.ts';
import type { Media } from '../media/media.ts';
import type { Desk } from './handlers.ts';

export function mediaHandlers({ host, workspace }: Desk) {
  const item = (mediaId: string) => outgoingItem({ mediaId, caption: '' }, workspace().media, host);
  return {
    'media.add': async ({ name, bytes }) =>
      item((await workspace().media.add(name, Buffer.from(bytes, 'base64'))).id),
    'media.addVoice': async ({ bytes, waveform }) =>
      item((await workspace().media.addVoice(Buffer.from(bytes, 'base64'), waveform)).id),
    'media.drop': async ({ mediaId }) => {
      await workspace().media.drop(mediaId);
      return null;
    },
  } satisfies Partial<Handlers>;
}

/** Files of a draft as the screen shows them; one that is gone from the disk is gone from the draft. */
export function outgoingFiles(
  files: readonly { mediaId: string; caption: string }[],
  media: Media,
  host: Host,
): OutgoingFileItem[] {
  return files.flatMap((file) => (media.has(file.mediaId) ? [outgoingItem(file, media, host)] : []));
}

function outgoingItem(
  { mediaId, caption }: { mediaId: string; caption: string },
  media: Media,
  host: Host,
): OutgoingFileItem {
  const { name, mime, size, seconds } = media.describe(mediaId);
  return { mediaId, caption, name, mime, size: size ?? 0, seconds, url: host.mediaUrl(mediaId) };
}
