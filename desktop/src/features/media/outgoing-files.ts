import type { OutgoingFileItem } from '@balcao/shared/features/composer/bridge.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import type { OutgoingFile } from '../../core/outbox/outbox.ts';
import type { Store } from '../../core/store/store.ts';
import type { Workspace } from '../../core/workspace.ts';
import type { Host } from '../../hosts/host.ts';

type Files = Pick<Workspace, 'media' | 'store'>;

/** Files of a draft as the screen shows them; one that is gone from the disk is gone from the draft. */
export function outgoingFiles(
  files: readonly { mediaId: string; caption: string }[],
  { media, store }: Files,
  host: Host,
): OutgoingFileItem[] {
  return files.flatMap((file) =>
    media.has(file.mediaId) || sharedFile(file.mediaId, store)
      ? [outgoingItem(file, { media, store }, host)]
      : [],
  );
}

/** The file of a quick message or a file list: the server has it, and every agent who sees either may send it. */
export function sharedFile(mediaId: string, store: Pick<Store, 'all'>): OutgoingFile | null {
  const listed = () => store.all('fileList').flatMap(({ options }) => options);
  const found = [store.all('quickMessage'), listed()]
    .flat()
    .find(({ media }) => media?.id === mediaId)?.media;
  return found ? { ...found, mediaType: mediaKind(found.mime) } : null;
}

export function outgoingItem(
  { mediaId, caption }: { mediaId: string; caption: string },
  { media, store }: Files,
  host: Host,
): OutgoingFileItem {
  const { name, mime, size, seconds } = sharedFile(mediaId, store) ?? media.describe(mediaId);
  const waveform = media.waveform(mediaId);
  return { mediaId, caption, name, mime, size: size ?? 0, seconds, waveform, url: host.mediaUrl(mediaId) };
}
