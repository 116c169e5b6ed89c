import type { MediaView } from '@balcao/shared/features/media/row.ts';
import type { MessageType } from '@balcao/shared/features/messages/row.ts';

export interface Box {
  width: number;
  height: number;
}

const MAX: Box = { width: 320, height: 340 };
const MIN: Box = { width: 140, height: 100 };
const STICKER_MAX: Box = { width: 160, height: 160 };
/** Leaves room for its controls, because the sender's size may be wrong. */
const FILM_MIN: Box = { width: 220, height: 140 };
const UNKNOWN: Box = { width: 280, height: 210 };

/** The place of a picture, known before it is loaded, so that nothing jumps when it arrives. Pixels. */
export function mediaBox({ width, height }: Pick<MediaView, 'width' | 'height'>, type: MessageType): Box {
  const max = type === 'sticker' ? STICKER_MAX : MAX;
  const min = type === 'video' ? FILM_MIN : MIN;
  if (!width || !height)
    return { width: Math.min(UNKNOWN.width, max.width), height: Math.min(UNKNOWN.height, max.height) };
  const scale = Math.min(1, max.width / width, max.height / height);
  return {
    width: Math.max(min.width, Math.round(width * scale)),
    height: Math.max(min.height, Math.round(height * scale)),
  };
}
