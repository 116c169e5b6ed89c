import { isPreviewed } from '@balcao/shared/features/media/media-kind.ts';

/** Shown in place; everything else is only offered for saving, because it could carry a script. */
const INLINE = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'audio/aac',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/webm',
  'video/3gpp',
]);

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/** Whether a smaller picture can be made of it. */
export const hasThumbnail = (mime: string): boolean => PICTURES.has(mime) || isPreviewed(mime);

/** What no signature tells; browsers then never guess (nosniff). */
export const UNKNOWN_MIME = 'application/octet-stream';

/** The type of bytes without a signature is the sender's word: it is said only if it is written like a type. */
export function contentType(mime: string): string {
  return /^[\w.+-]{1,60}\/[\w.+-]{1,80}(; ?[\w-]+=[\w.+-]+)?$/.test(mime) ? mime : UNKNOWN_MIME;
}

export function contentDisposition(mime: string, name: string): string {
  const kind = INLINE.has(mime.split(';', 1)[0] ?? '') ? 'inline' : 'attachment';
  // RFC 8187 leaves fewer characters alone than encodeURIComponent does.
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return name ? `${kind}; filename*=UTF-8''${encoded}` : kind;
}
