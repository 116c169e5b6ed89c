import type { ArticleFile, ImportedArticle } from '@balcao/shared/features/knowledge/import.ts';
import {
  ARTICLE_CHARS,
  ARTICLE_TITLE_CHARS,
  ASKED_CHARS,
  CATEGORY_CHARS,
  MAX_IMPORTED_ARTICLES,
} from '@balcao/shared/features/knowledge/limits.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import { parseText } from '../imports/spreadsheet-text.ts';
import { readPage } from './page-text.ts';

/** What files and pages say, as articles. */
export interface ReadArticles {
  articles: ImportedArticle[];
  cut: string[];
  empty: string[];
  hasMore: boolean;
}

export function readFiles(files: readonly ArticleFile[]): ReadArticles {
  const found: Found[] = [];
  const empty: string[] = [];
  for (const file of files) {
    const inside = inFile(file);
    if (inside.length === 0) empty.push(file.name);
    found.push(...inside);
    if (found.length > MAX_IMPORTED_ARTICLES) break;
  }
  return fitting(found, empty);
}

export function readWebPage(html: string, url: string): ReadArticles {
  const page = onPage(html, new URL(url).hostname, url);
  return fitting(page, page.length === 0 ? [url] : []);
}

type Found = Pick<ImportedArticle, 'title' | 'body'> & Partial<ImportedArticle>;

function inFile({ name, text }: ArticleFile): Found[] {
  // A zero byte is in no text.
  if (text.includes('\0') || text.trim() === '') return [];
  const [file = '', folder = ''] = name.split('/').toReversed();
  const bareName = file.replace(/\.[^.]*$/, '');
  if (/\.csv$/i.test(file)) return inTable(text);
  const inside = /\.html?$/i.test(file) ? onPage(text, bareName) : [titled(text, bareName)];
  return inside.map((article) => ({ ...article, category: folder }));
}

function onPage(html: string, otherwise: string, url?: string): Found[] {
  const { title, text } = readPage(html, url);
  return text === '' ? [] : [titled(text, title || otherwise)];
}

/** A first heading is the title. */
function titled(markdown: string, otherwise: string): Found {
  const text = markdown.replaceAll('\r\n', '\n').trim();
  const [line = '', ...rest] = text.split('\n');
  const [, heading] = /^# +(.+?)(?: #*)?$/.exec(line) ?? [];
  return heading
    ? { title: heading.trim(), body: rest.join('\n').trim() }
    : { title: otherwise.trim(), body: text };
}

/** What the columns of a table are called, in three languages. */
const COLUMNS = {
  title: ['title', 'titulo'],
  category: ['category', 'categoria'],
  body: ['body', 'text', 'texto', 'corpo', 'answer', 'resposta', 'respuesta'],
  asked: ['asked', 'question', 'questions', 'perguntas', 'pergunta', 'preguntas', 'pregunta'],
} as const;

function inTable(text: string): Found[] {
  const [head = [], ...lines] = parseText(Buffer.from(text), MAX_IMPORTED_ARTICLES + 2);
  const placeOf = (names: readonly string[]) => head.findIndex((cell) => names.includes(fold(cell.trim())));
  const places = {
    title: placeOf(COLUMNS.title),
    category: placeOf(COLUMNS.category),
    body: placeOf(COLUMNS.body),
    asked: placeOf(COLUMNS.asked),
  };
  return lines
    .map((cells) => ({
      title: cells[places.title] ?? cells[places.asked] ?? '',
      category: cells[places.category] ?? '',
      body: cells[places.body] ?? '',
      asked: cells[places.asked] ?? '',
    }))
    .filter(({ title }) => title.trim() !== '');
}

function fitting(found: readonly Found[], empty: string[]): ReadArticles {
  const named = found
    .map((article) => ({ ...article, title: cutTo(article.title, ARTICLE_TITLE_CHARS) }))
    .filter(({ title }) => title !== '');
  const kept = named.slice(0, MAX_IMPORTED_ARTICLES);
  return {
    articles: kept.map(({ title, category = '', body, asked = '' }) => ({
      title,
      category: cutTo(category, CATEGORY_CHARS),
      body: cutTo(body, ARTICLE_CHARS),
      asked: cutTo(asked, ASKED_CHARS),
    })),
    cut: kept.filter(({ body }) => body.length > ARTICLE_CHARS).map(({ title }) => title),
    empty,
    hasMore: named.length > MAX_IMPORTED_ARTICLES,
  };
}

/** Never through the middle of a character. */
const cutTo = (text: string, most: number): string =>
  text
    .trim()
    .slice(0, most)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim();
