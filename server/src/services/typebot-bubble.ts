import { z } from 'zod';
import type { Said } from './reply.ts';
import { typebotText } from './typebot-text.ts';

/** One thing that a flow says. What cannot be read says nothing. */
export const typebotBubble = z.object({
  id: z.string().catch(''),
  type: z.string().catch(''),
  content: z.unknown().optional(),
});
export type TypebotBubble = z.output<typeof typebotBubble>;

const text = z.string().trim().catch('');
const media = z
  .object({ url: text, id: text, type: text, clickLink: z.object({ url: text }).catch({ url: '' }) })
  .catch({ url: '', id: '', type: '', clickLink: { url: '' } });

/** Where other sites show the films that a flow embeds. */
const PLAYERS: Record<string, string> = {
  youtube: 'https://www.youtube.com/embed/',
  vimeo: 'https://player.vimeo.com/video/',
  tiktok: 'https://www.tiktok.com/embed/v2/',
  gumlet: 'https://play.gumlet.io/embed/',
};

type FileKind = Extract<Said, { kind: 'file' }>['as'];

const EXTENSIONS: Record<FileKind, ReadonlySet<string>> = {
  image: new Set(['jpg', 'jpeg', 'png', 'webp']),
  video: new Set(['mp4', '3gp']),
  audio: new Set(['mp3', 'ogg', 'opus', 'm4a', 'aac', 'wav']),
  document: new Set('pdf doc docx xls xlsx ppt pptx odt ods odp rtf txt csv zip'.split(' ')),
};
/** Pictures that WhatsApp shows to nobody; as files they arrive. */
const NO_PICTURES = new Set(['gif', 'svg']);

/** The bubble as WhatsApp can say it; null: it says nothing there. */
export function saidBy({ type, content }: TypebotBubble): Said | null {
  if (type === 'text') return textSaid(typebotText(content));
  const { url, id, type: player, clickLink } = media.parse(content);
  const file = (as: FileKind, caption = ''): Said | null =>
    isAddress(url) ? { kind: 'file', url, as, caption, fileName: fileNameOf(url), delayMs: 0 } : null;
  switch (type) {
    case 'image':
      return file(NO_PICTURES.has(extensionOf(url)) ? 'document' : 'image', clickLink.url);
    case 'audio':
      return file('audio');
    case 'video': {
      const site = PLAYERS[player];
      return site === undefined ? file('video') : textSaid(id ? site + id : url);
    }
    case 'embed': {
      const kind = (Object.keys(EXTENSIONS) as FileKind[]).find((as) => EXTENSIONS[as].has(extensionOf(url)));
      return kind ? file(kind) : textSaid(url);
    }
    case 'custom-embed':
      return textSaid(url);
    default:
      return null;
  }
}

export const textSaid = (text: string): Said | null =>
  text.trim() === '' ? null : { kind: 'text', text: text.trim(), delayMs: 0 };

const isAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

const extensionOf = (url: string): string =>
  /\.([a-z\d]{1,5})$/i.exec(fileNameOf(url))?.[1]?.toLowerCase() ?? '';

/** The last part of the path; '' when there is none. */
function fileNameOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const name = new URL(url).pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
