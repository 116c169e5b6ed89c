/** The page that tells the compiler every text by its namespace: a folder cannot be imported, so a script lists it. */
export function textTypes(namespaces: readonly string[]): string {
  const names = namespaces.toSorted();
  return `// Written by \`pnpm i18n --update\` from the files in pt/, which are written first; the check compares it.
${names.map((name) => `import type ${name} from './pt/${name}.json';\n`).join('')}
export interface Namespaces {
${names.map((name) => `  ${name}: typeof ${name};\n`).join('')}}
`;
}
