import { filesIn } from '@balcao/shared/features/knowledge/files.ts';
import type { ArticleFile, ImportedArticle } from '@balcao/shared/features/knowledge/import.ts';
import { MAX_IMPORTED_ARTICLES } from '@balcao/shared/features/knowledge/limits.ts';
import type { BridgeClient } from '../../../bridge/client.ts';
import { handOverFile } from '../../../renderer/kit/hand-over-file.ts';

/** Files that somebody has chosen: texts, and the pictures beside them. */
export interface Gathered {
  files: ArticleFile[];
  /** Those that the texts show, by the ids that they have there until they are brought. */
  pictures: ReadonlyMap<string, File>;
  /** Names of texts with pictures that are not beside them. */
  without: string[];
}

const TEXT = /\.(md|markdown|txt|csv|html?)$/i;
const MARKDOWN = /\.(md|markdown|txt)$/i;
const PICTURE = /\.(png|jpe?g|webp|gif)$/i;
/** A picture in Markdown, up to the end of its address. */
const SHOWN = /(!\[[^\]]{0,400}\]\(\s?<?)([^\s<>()]{1,400})/g;

export const isImported = ({ name }: File): boolean => TEXT.test(name) || PICTURE.test(name);

/** More than the server takes is left where it is: of a folder the first texts by their names. */
export async function gather(chosen: readonly File[]): Promise<Gathered> {
  const beside = new Map(
    chosen.filter(({ name }) => PICTURE.test(name)).map((file) => [placeOf(pathOf(file)), file]),
  );
  const pictures = new Map<string, File>();
  const without = new Set<string>();
  const texts = chosen
    .filter(({ name }) => !PICTURE.test(name))
    .toSorted((a, b) => pathOf(a).localeCompare(pathOf(b)))
    .slice(0, MAX_IMPORTED_ARTICLES);

  function withPictures(name: string, text: string): string {
    if (/\.html?$/i.test(name) && /<img\b/i.test(text)) without.add(name);
    if (!MARKDOWN.test(name)) return text;
    return text.replace(SHOWN, (whole: string, opens: string, address: string) => {
      const picture = beside.get(placeOf(address, name));
      if (!picture) {
        without.add(name);
        return whole;
      }
      const id = [...pictures].find(([, file]) => file === picture)?.[0] ?? crypto.randomUUID();
      pictures.set(id, picture);
      return `${opens}/media/${id}`;
    });
  }

  const files = await Promise.all(
    texts.map(async (file) => {
      const name = pathOf(file);
      return { name, text: withPictures(name, await file.text()) };
    }),
  );
  return { files, pictures, without: [...without] };
}

/** Brings the pictures of these articles to the server, one after the other. @returns the articles, with their new ids */
export async function bringPictures(
  bridge: BridgeClient,
  articles: readonly ImportedArticle[],
  pictures: Gathered['pictures'],
): Promise<ImportedArticle[]> {
  let named = [...articles];
  for (const id of new Set(articles.flatMap(({ body }) => filesIn(body)))) {
    const file = pictures.get(id);
    if (!file) continue;
    const { mediaId } = await handOverFile(bridge, file.name, file);
    await bridge.invoke('media.upload', { mediaId });
    named = named.map((article) => ({ ...article, body: article.body.replaceAll(id, mediaId) }));
  }
  return named;
}

const pathOf = ({ webkitRelativePath, name }: File) => webkitRelativePath || name;

/** One place for all ways to write it. @param from the file that names it, when the path begins there */
const placeOf = (path: string, from?: string): string =>
  from === undefined
    ? (URL.parse(path.replaceAll('%', '%25').replaceAll('#', '%23').replaceAll('?', '%3F'), 'file:///')
        ?.pathname ?? '')
    : (URL.parse(path, `file://${placeOf(from)}`)?.href.replace(/^file:\/\//, '') ?? '');
