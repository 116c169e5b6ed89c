/** What a last message or a quoted one is about, when its text alone does not say it. */
export type PreviewKind = 'image' | 'audio' | 'video' | 'document' | 'location' | 'vcard';

export interface Preview {
  kind: PreviewKind | null;
  /** Empty when the kind says everything. */
  text: string;
}

const FILE_KINDS: readonly [PreviewKind, RegExp][] = [
  ['image', /^[^\n/]+\.(jpe?g|png|webp|gif|heic)$/i],
  ['audio', /^[^\n/]+\.(ogg|oga|opus|mp3|m4a|wav|aac)$/i],
  ['video', /^[^\n/]+\.(mp4|3gp|mov|webm|mkv)$/i],
  ['document', /^[^\n/]+\.(pdf|docx?|xlsx?|pptx?|odt|ods|csv|txt|zip|rar|7z)$/i],
];

/**
 * Reads the body conventions of behaviours, section 3: a file without a caption is its name, a location is
 * `image | link | description`, a contact is a raw vCard.
 */
export function previewOf(body: string): Preview {
  if (body.startsWith('BEGIN:VCARD')) return { kind: 'vcard', text: parseVcard(body).name };
  const location = parseLocation(body);
  if (location) return { kind: 'location', text: location.description };
  const text = body.trim();
  const kind = FILE_KINDS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
  if (kind === 'document') return { kind, text };
  return { kind, text: kind ? '' : text };
}

export interface Location {
  /** A small map as a data address, or null. */
  image: string | null;
  link: string;
  description: string;
}

/** Null when the text does not have the form of a location. */
export function parseLocation(body: string): Location | null {
  const [image = '', link = '', ...rest] = body.split('|').map((part) => part.trim());
  if (!/^https?:\/\/\S+$/i.test(link)) return null;
  if (image && !/^data:image\/(png|jpe?g|webp);base64,/i.test(image)) return null;
  return { image: image || null, link, description: rest.join(' | ') };
}

export interface Vcard {
  name: string;
  numbers: string[];
}

/** Name and numbers of a vCard, with the line folding of RFC 6350 undone. */
export function parseVcard(body: string): Vcard {
  const lines = body.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const values = (property: string) =>
    lines
      .filter((line) => new RegExp(`^(item\\d+\\.)?${property}[;:]`, 'i').test(line))
      .map((line) =>
        line
          .slice(line.indexOf(':') + 1)
          .replace(/\\([,;\\])/g, '$1')
          .trim(),
      );
  return { name: values('FN')[0] ?? '', numbers: values('TEL') };
}
