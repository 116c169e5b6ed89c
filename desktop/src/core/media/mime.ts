import { fileTypeFromBuffer } from 'file-type';

/** The type that the bytes say. Text has no signature, so it is bytes like anything unknown. */
export async function sniffMime(bytes: Uint8Array): Promise<string> {
  return (await fileTypeFromBuffer(bytes))?.mime ?? 'application/octet-stream';
}

/** Types that a page may show; every other one is only ever saved. SVG is missing on purpose: it can carry scripts. */
const SHOWN = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'audio/aac',
  'audio/amr',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/opus',
  'audio/vnd.wave',
  'audio/wav',
  'audio/webm',
  'audio/x-m4a',
  'video/3gpp',
  'video/mp4',
  'video/ogg',
  'video/quicktime',
  'video/webm',
]);

export const isShown = (mime: string): boolean => SHOWN.has(essence(mime));

const essence = (mime: string) => mime.split(';', 1)[0]?.trim().toLowerCase() ?? '';
