import type { MediaView } from '@balcao/shared/sync/entities.ts';

export interface Box {
  width: number;
  height: number;
}

const MAX: Box = { width: 320, height: 340 };
const MIN: Box = { width: 140, height: 100 };
const UNKNOWN: Box = { width: 280, height: 210 };

/** The place of a picture, known before it is loaded, so that nothing jumps when it arrives. Pixels. */
export function mediaBox({ width, height }: Pick<MediaView, 'width' | 'height'>, max: Box = MAX): Box {
  if (!width || !height)
    return { width: Math.min(UNKNOWN.width, max.width), height: Math.min(UNKNOWN.height, max.height) };
  const scale = Math.min(1, max.width / width, max.height / height);
  return {
    width: Math.max(MIN.width, Math.round(width * scale)),
    height: Math.max(MIN.height, Math.round(height * scale)),
  };
}
