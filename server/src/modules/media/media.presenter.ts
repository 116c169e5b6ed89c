import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { Tx } from '../../platform/db/client.ts';

export function presentMedia(row: MediaView): MediaView {
  const { id, state, mime, size, name, width, height, seconds, voice, waveform } = row;
  return { id, state, mime, size, name, width, height, seconds, voice, waveform };
}

/** The file that a row carries, as a column `media`: null, or a MediaView. @param carrier the row's table or its alias */
export const carriedMedia = (tx: Tx, carrier: string) => tx`(
  select jsonb_build_object('id', f.id, 'state', f.state, 'mime', f.mime, 'size', f.size, 'name', f.name,
    'width', f.width, 'height', f.height, 'seconds', f.seconds, 'voice', f.voice, 'waveform', f.waveform)
  from media f
  where f.company_id = ${tx(`${carrier}.company_id`)} and f.id = ${tx(`${carrier}.media_id`)}) as media`;

/** A file in the words of the public API: where it is, and what it is called. */
export const attachedFile = (media: MediaView | null) => ({
  media,
  mediaPath: media ? `/media/${media.id}` : null,
  mediaName: media?.name ?? null,
});
