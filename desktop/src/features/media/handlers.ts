import { AppError } from '@balcao/shared/errors.ts';
import type { OutgoingFileItem } from '@balcao/shared/features/composer/bridge.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { OutgoingFile } from '../../core/outbox/outbox.ts';
import type { CoreServices } from '../../core/services/core-services.ts';
import type { Store } from '../../core/store/store.ts';
import type { Workspace } from '../../core/workspace.ts';
import type { Host } from '../../hosts/host.ts';

export function mediaHandlers({ host, workspace }: CoreServices) {
  const item = (mediaId: string) => outgoingItem({ mediaId, caption: '' }, workspace(), host);
  return {
    'media.add': async ({ name, bytes }) =>
      item((await workspace().media.add(name, Buffer.from(bytes, 'base64'))).id),
    'media.begin': ({ name, size }) => ({ mediaId: workspace().media.begin(name, size) }),
    'media.append': async ({ mediaId, bytes }) => {
      await workspace().media.append(mediaId, Buffer.from(bytes, 'base64'));
      return null;
    },
    'media.finish': async ({ mediaId }) => item((await workspace().media.finish(mediaId)).id),
    'media.retry': async ({ mediaId }) => {
      await workspace().media.retry(mediaId);
      return null;
    },
    'media.addVoice': async ({ bytes, waveform }) =>
      item((await workspace().media.addVoice(Buffer.from(bytes, 'base64'), waveform)).id),
    'media.ofQuickMessage': ({ id }) => {
      const media = workspace()
        .store.all('quickMessage')
        .find((one) => one.id === id)?.media;
      if (!media) throw new AppError('ERR_NO_MEDIA_FOUND');
      return item(media.id);
    },
    'media.ofFileList': ({ id }) => {
      const list = workspace()
        .store.all('fileList')
        .find((one) => one.id === id);
      if (!list) throw new AppError('ERR_NO_FILE_LIST_FOUND');
      return list.options.flatMap(({ media }) => (media?.state === 'stored' ? [item(media.id)] : []));
    },
    'media.drop': async ({ mediaId }) => {
      await workspace().media.drop(mediaId);
      return null;
    },
    'media.upload': async ({ mediaId }) => {
      const { media } = workspace();
      await media.upload(mediaId).catch(async (error: unknown) => {
        // This id is not used again: another try hands the file over again.
        await media.drop(mediaId);
        throw error;
      });
      return null;
    },
    'media.sent': ({ mediaId }) => workspace().media.sent(mediaId),
  } satisfies Partial<Handlers>;
}

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

function outgoingItem(
  { mediaId, caption }: { mediaId: string; caption: string },
  { media, store }: Files,
  host: Host,
): OutgoingFileItem {
  const { name, mime, size, seconds } = sharedFile(mediaId, store) ?? media.describe(mediaId);
  const waveform = media.waveform(mediaId);
  return { mediaId, caption, name, mime, size: size ?? 0, seconds, waveform, url: host.mediaUrl(mediaId) };
}
