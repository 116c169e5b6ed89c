export interface TextFile {
  path: string;
  text: string;
}

/** Publications that everybody can open; a line that names one may name its sections. */
const PUBLIC_STANDARD = /\b(RFC \d+|GIF89a|PNG)\b/;

/** What leads a reader out of the repository, and what to call it. */
const OUTSIDE: [what: string, pattern: RegExp][] = [
  ['a document', /\b(the specification|specification document|behaviours, section|document [1-9])\b/i],
  ['a document', /\b(sync-protocol|security-reliability|(ux|house|hostile)-review)\b/i],
  ['a section', /\bsections? \d/i],
  ['a decision', /\b[DU]\d{1,2}\b/],
  ['an issue', /\bissue #?\d/i],
  ['a path of the workplace', /(\.\.\/shared\/(design|research|spec)|\/work\/(main|shared)|\/tmp\/w)\b/],
  ['a registry', /\b(registry|tarball)["']?[=:] *["']?https?:\/\/(?!registry\.npmjs\.org\/)/],
];

/** A file of the repository, as READMEs (in backticks, or as a link) and comments name it. */
const IN_README = /(?:`|\]\()(?<file>[\w./-]*\w\.(?:tsx?|sql|mjs|md))[`)]/g;
const IN_COMMENT = /(?<![\w/@.:-])(?<file>(?:[\w.-]+\/)*\w[\w.-]*\.(?:tsx?|sql|mjs|md))\b/g;
/** The resource that the README adds as an example. */
const EXAMPLE = /\bprice-lists?\b/;
const COMMENT = /(^\s*(\*|--)|\/\/|\/\*).*/;

/** One sentence for each line that names what a reader of the repository alone cannot open. */
export function referenceProblems(files: readonly TextFile[]): string[] {
  const ends = new Set(files.flatMap(({ path }) => endsOf(path)));
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const where = `${path}:${at + 1}`;
      const [what, found] = outsideOf(line);
      const missing = filesIn(path, line).filter((file) => !ends.has(file.replace(/^(\.{1,2}\/)+/, '')));
      return [
        ...(what === undefined ? [] : [`${where} names ${what} outside the repository: ${found}`]),
        ...missing.map((file) => `${where} names a file that is not there: ${file}`),
      ];
    }),
  );
}

function outsideOf(line: string): [what?: string, found?: string] {
  for (const [what, pattern] of OUTSIDE) {
    const found = pattern.exec(line)?.[0];
    if (found && !(what === 'a section' && PUBLIC_STANDARD.test(line))) return [what, found];
  }
  return [];
}

function filesIn(path: string, line: string): string[] {
  if (path.endsWith('.patch')) return [];
  const isReadme = path.endsWith('.md');
  const text = isReadme ? line : (COMMENT.exec(line)?.[0] ?? '');
  return [...text.matchAll(isReadme ? IN_README : IN_COMMENT)]
    .map(({ groups }) => groups?.file ?? '')
    .filter((file) => !EXAMPLE.test(file))
    .filter((file) => !file.startsWith('.') || file.startsWith('./') || file.startsWith('../'));
}

/** By what a file may be called: its path, or any end of it. */
function endsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, at) => parts.slice(at).join('/'));
}
