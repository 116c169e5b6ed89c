import type { MessageType } from '../messages/row.ts';

/** How a file of this type is shown and sent: only what every phone plays goes as picture, sound or film. */
export function mediaKind(mime: string): Extract<MessageType, 'image' | 'audio' | 'video' | 'application'> {
  const type = mime.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'image/jpeg' || type === 'image/png' || type === 'image/webp') return 'image';
  if (type === 'video/mp4' || type === 'video/3gpp') return 'video';
  if (type.startsWith('audio/')) return 'audio';
  return 'application';
}

const PREVIEWED: ReadonlySet<string> = new Set([
  'image/avif',
  'image/heic',
  'image/heic-sequence',
  'image/heif',
  'image/heif-sequence',
  'image/tiff',
]);

/** A document that is a picture which phones do not send: what is seen of it is the server's small picture. */
export const isPreviewed = (mime: string): boolean => PREVIEWED.has(mime);
