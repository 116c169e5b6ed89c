import { basename, dirname } from 'node:path/posix';

/** The namespace of a file of texts: its folder's name, in the way of identifiers. */
export const namespaceOf = (file: string): string =>
  basename(dirname(file)).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * The page that tells the compiler every text by its namespace: folders cannot be imported, so a script lists them.
 * @param files the Portuguese texts, as the page imports them
 */
export function textTypes(files: readonly string[]): string {
  // Where a folder's name begins another's, its files stand first, as the formatter wants it.
  const bySegments = (file: string) => file.replaceAll('/', ' ');
  const sorted = files.toSorted((a, b) => (bySegments(a) < bySegments(b) ? -1 : 1));
  const texts = sorted.map((file) => ({ file, name: namespaceOf(file) }));
  const byName = texts.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return `// Written by \`pnpm i18n --update\` from the files pt.json, which are written first; the check compares it.
${texts.map(({ file, name }) => `import type ${name} from '${file}';\n`).join('')}
export interface Namespaces {
${byName.map(({ name }) => `  ${name}: typeof ${name};\n`).join('')}}
`;
}
