import { AppError } from '@balcao/shared/errors.ts';
import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';
import { outgoingItem } from './outgoing-files.ts';

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
