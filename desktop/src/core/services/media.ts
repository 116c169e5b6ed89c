import type { Handlers } from '../../bridge/dispatcher.ts';
import type { Desk } from './handlers.ts';

export function mediaHandlers({ host, workspace }: Desk) {
  return {
    'media.add': async ({ name, bytes }) => {
      const file = await workspace().media.add(name, Buffer.from(bytes, 'base64'));
      return { mediaId: file.id, url: host.mediaUrl(file.id) };
    },
  } satisfies Partial<Handlers>;
}
