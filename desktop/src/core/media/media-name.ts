import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { Host } from '../../hosts/host.ts';

const THUMBNAIL = '.thumbnail';
const ANNOUNCEMENT = '.announcement';

/** The name under which `Media.open` finds a file's thumbnail. */
export const thumbnailOf = (mediaId: string): string => `${mediaId}${THUMBNAIL}`;

/** The address of a picture's thumbnail; null for other files. */
export const thumbnailUrlOf = (host: Pick<Host, 'mediaUrl'>, { id, mime }: Pick<MediaView, 'id' | 'mime'>) =>
  mime.startsWith('image/') ? host.mediaUrl(thumbnailOf(id)) : null;

/** What is asked for by a name of `open`. `whole`: the same without being small. */
export function partsOf(name: string) {
  const [whole, isSmall] = without(name, THUMBNAIL);
  const [id, isAnnouncement] = without(whole, ANNOUNCEMENT);
  return { id, whole, isSmall, isAnnouncement };
}

const without = (name: string, ending: string): [string, boolean] =>
  name.endsWith(ending) ? [name.slice(0, -ending.length), true] : [name, false];
