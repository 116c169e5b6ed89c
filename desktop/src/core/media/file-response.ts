import type { MediaFile } from './file-store.ts';
import { isShown } from './mime.ts';

/** A host's answer to a request for a file, whatever its server is. `range` is the part to read, both ends inclusive. */
interface FileResponse {
  status: 200 | 206 | 416;
  headers: Record<string, string>;
  range: { start: number; end: number } | null;
}

/** A file that came from a stranger is shown only when its type is harmless, and never sniffed by the browser. */
export function fileResponse(file: MediaFile, rangeHeader: string | undefined): FileResponse {
  const headers = {
    'content-type': file.mime,
    'content-disposition': `${isShown(file.mime) ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(file.name)}`,
    'x-content-type-options': 'nosniff',
    // Even opened as a page, it may run and load nothing.
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'private, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  };
  const range = parseRange(rangeHeader, file.size);
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${file.size}` }, range: null };
  }
  if (!range) {
    const whole = file.size > 0 ? { start: 0, end: file.size - 1 } : null;
    return { status: 200, headers: { ...headers, 'content-length': String(file.size) }, range: whole };
  }
  const { start, end } = range;
  const part = {
    'content-length': String(end - start + 1),
    'content-range': `bytes ${start}-${end}/${file.size}`,
  };
  return { status: 206, headers: { ...headers, ...part }, range };
}

/** The headers of one that passes through: only to be kept, and by nobody on the way. */
export const passingHeaders = ({ mime, name }: Pick<MediaFile, 'mime' | 'name'>): Record<string, string> => ({
  'content-type': mime,
  'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
});

/** One range, as media elements ask for it (RFC 9110, section 14). An invalid header means the whole file. */
function parseRange(header: string | undefined, size: number) {
  const match = header?.match(/^bytes=(\d*)-(\d*)$/);
  const [, from = '', to = ''] = match ?? [];
  if (from === '' && to === '') return null;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  return start < size ? { start, end } : ('unsatisfiable' as const);
}

/** encodeURIComponent leaves a few marks that RFC 5987 does not allow unescaped. */
const encodeName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The file name of a content-disposition header, in RFC 5987's notation, which our server writes. */
export function fileNameOf(header: string | null): string | undefined {
  const encoded = header?.match(/filename\*=UTF-8''([^;]+)/i)?.[1];
  if (!encoded) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
