import { CFB } from '@e965/xlsx';

const HIDDEN_STYLE =
  /<style:style\b[^>]*\bstyle:name="([^"]+)"[^>]*>\s*<style:table-properties\b[^>]*\btable:display="false"/g;
const TABLE = /<table:table\s[^>]*>/g;
const STYLE_NAME = /\btable:style-name="([^"]+)"/;

/**
 * Which tables of an OpenDocument spreadsheet are hidden, in their order: the library that reads their cells does not
 * say. Excel's own files have none of these.
 *
 * @param bytes an archive (.ods), or the document itself (.fods)
 */
export function hiddenTables(bytes: Buffer): boolean[] {
  const text = contentOf(bytes);
  const hidden = new Set([...text.matchAll(HIDDEN_STYLE)].map(([, name]) => name));
  if (hidden.size === 0) return [];
  return [...text.matchAll(TABLE)].map(([table]) => hidden.has(STYLE_NAME.exec(table)?.[1]));
}

function contentOf(bytes: Buffer): string {
  if (bytes[0] !== 0x50) return bytes.toString();
  const content = CFB.find(CFB.read(bytes, { type: 'buffer' }), '/content.xml')?.content;
  return content ? Buffer.from(content as Uint8Array).toString() : '';
}
