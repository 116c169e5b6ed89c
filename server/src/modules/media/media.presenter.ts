import type { MediaView } from '@balcao/shared/sync/entities.ts';

export function presentMedia(row: MediaView): MediaView {
  const { id, state, mime, size, name, width, height, seconds, voice, waveform } = row;
  return { id, state, mime, size, name, width, height, seconds, voice, waveform };
}
