export interface TextFile {
  path: string;
  text: string;
}

/** Publications that everybody can open; a line that names one may name its sections. */
const PUBLIC_STANDARD = /\b(RFC \d+|GIF89a|PNG)\b/;

/** What leads a reader out of the repository, and what to call it. */
const OUTSIDE: [what: string, pattern: RegExp][] = [
  ['a document', /\b(the specification|specification document|behaviours, section|(?<!\w)document [1-9])\b/i],
  ['a document', /\b(sync-protocol|security-reliability|(ux|house|hostile)-review)\b/i],
  ['a document', /\b(architecture|baileys|behaviours|checklist|libraries|models|style|toolchain)\.md\b/],
  ['a section', /\bsections? \d/i],
  ['a decision', /\b[DU]\d{1,2}\b/],
  ['an issue', /\bissue #?\d/i],
  ['a path of the workplace', /(\.\.\/shared\/(design|research|spec)|\/work\/(main|shared)|\/tmp\/w)\b/],
  ['a registry', /\b(registry|tarball)["']?[=:] *["']?https?:\/\/(?!registry\.npmjs\.org\/)/],
];

/** One sentence for each line that names what a reader of the repository alone cannot open. */
export function referenceProblems(files: readonly TextFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, at) => {
      const [what, found] = outsideOf(line);
      return what === undefined ? [] : [`${path}:${at + 1} names ${what} outside the repository: ${found}`];
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
