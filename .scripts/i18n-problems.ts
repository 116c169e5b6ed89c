/** Nested texts of one language, by namespace. */
export type Texts = Record<string, TextTree>;
type TextTree = { [key: string]: string | TextTree };

/** What a feature declares by names that its texts have words for. */
interface Declared {
  errors?: Record<string, unknown>;
  logged?: readonly string[];
  lists?: readonly string[];
  commands?: Record<string, unknown>;
}

export interface I18nInput {
  languages: Record<string, Texts>;
  /** The language that the others are compared with. */
  reference: string;
  /** The program's files. */
  sources: string[];
  /** By namespace: each error code has a sentence there, each object of the audit log a word, each list that is
   * taken along a name, each command two. */
  features: Record<string, Declared>;
  /** Words with a colon in the sources that are no texts: the names of actions. */
  notKeys: string[];
  /** Namespaces that are read as typed objects: the compiler knows what is missing. */
  typedNamespaces: string[];
  /**
   * Each language lists the texts that stay as they are: names and words that the reference has too, and quoted words
   * that name no limit.
   */
  sameWords: Record<string, string[]>;
}

/** Plural endings that each language needs (CLDR): Portuguese and Spanish have `many` for a million and more. */
const PLURALS: Record<string, string[]> = {
  pt: ['one', 'many', 'other'],
  es: ['one', 'many', 'other'],
  en: ['one', 'other'],
};
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** One sentence for each text that is wrong. */
export function findProblems(input: I18nInput): string[] {
  const flat = Object.fromEntries(
    Object.entries(input.languages).map(([language, texts]) => [language, flatten(texts)]),
  );
  const reference = flat[input.reference] ?? new Map<string, string>();
  return [
    ...Object.entries(flat).flatMap(([language, texts]) => compare(language, texts, reference, input)),
    ...compareWithCode(reference, input),
    ...declaredTwice(input.features),
  ];
}

function flatten(texts: Texts): Map<string, string> {
  const flat = new Map<string, string>();
  const visit = (tree: TextTree, prefix: string) => {
    for (const [key, value] of Object.entries(tree)) {
      if (typeof value === 'string') flat.set(prefix + key, value);
      else visit(value, `${prefix}${key}.`);
    }
  };
  for (const [namespace, tree] of Object.entries(texts)) visit(tree, `${namespace}:`);
  return flat;
}

const baseOf = (key: string) => key.replace(PLURAL, '');
const basesOf = (keys: Iterable<string>) => new Set([...keys].map(baseOf));
const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)]
    .map((match) => match[1])
    .sort()
    .join(' ');

/** A text without a word, as `{{value}} KB`, has nothing to translate. */
function mayBeSame(text: string, sameWords: readonly string[]): boolean {
  const hasWord = /\p{L}{3}/u.test(text.replaceAll(/\{\{.*?\}\}/g, ''));
  return !hasWord || sameWords.includes(text);
}

function compare(
  language: string,
  texts: Map<string, string>,
  reference: Map<string, string>,
  input: I18nInput,
): string[] {
  const problems: string[] = [];
  const sameWords = input.sameWords[language] ?? [];
  const bases = basesOf(texts.keys());
  const wanted = basesOf(reference.keys());
  for (const base of wanted) if (!bases.has(base)) problems.push(`${language}: missing ${base}`);
  for (const base of bases)
    if (!wanted.has(base)) problems.push(`${language}: ${base} is in no other language`);
  for (const [key, text] of texts) {
    if (text.trim() === '') problems.push(`${language}: empty ${key}`);
    const other = reference.get(key);
    if (other === undefined) continue;
    if (placeholders(text) !== placeholders(other) && !sameWords.includes(text))
      problems.push(`${language}: other placeholders in ${key}`);
    if (language !== input.reference && text === other && !mayBeSame(text, sameWords))
      problems.push(`${language}: not translated ${key} ("${text}")`);
  }
  for (const key of texts.keys()) {
    if (!PLURAL.test(key)) continue;
    for (const form of PLURALS[language] ?? [])
      if (!texts.has(`${baseOf(key)}_${form}`)) problems.push(`${language}: missing ${baseOf(key)}_${form}`);
  }
  return [...new Set(problems)];
}

/** These are looked up by name alone, so their keys stand in no source. */
const keysOf = (features: I18nInput['features']) =>
  Object.entries(features).flatMap(([name, { errors = {}, logged = [], lists = [], commands = {} }]) => [
    ...Object.keys(errors).map((code) => `${name}:errors.${code}`),
    ...logged.map((noun) => `${name}:nouns.${noun}`),
    ...lists.map((list) => `${name}:lists.${list}`),
    ...Object.keys(commands).flatMap((command) => [
      `${name}:commands.${command}`,
      `${name}:refusals.${command}`,
    ]),
  ]);

function declaredTwice(features: I18nInput['features']): string[] {
  const names = Object.values(features).flatMap(({ errors = {}, logged = [], lists = [] }) => [
    ...Object.keys(errors),
    ...logged,
    ...lists.map((list) => `the list ${list}`),
  ]);
  const twice = names.filter((name, index) => names.indexOf(name) < index);
  return [...new Set(twice)].map((name) => `two features declare ${name}`);
}

function compareWithCode(reference: Map<string, string>, input: I18nInput): string[] {
  const known = basesOf(reference.keys());
  const namespaces = Object.keys(input.languages[input.reference] ?? {});
  const literal = new RegExp(`['"\`]((?:${namespaces.join('|')}):[A-Za-z0-9_.]+)['"\`]`, 'g');
  // A key with a variable end, as in `tickets:tabs.${tab}`, uses every key with its beginning.
  const template = new RegExp(`\`((?:${namespaces.join('|')}):[A-Za-z0-9_.]*)\\$\\{`, 'g');
  const used = new Set(keysOf(input.features));
  const prefixes: string[] = [];
  for (const source of input.sources) {
    for (const match of source.matchAll(literal))
      if (match[1] && !input.notKeys.includes(match[1])) used.add(match[1]);
    for (const match of source.matchAll(template)) if (match[1]) prefixes.push(match[1]);
  }
  const problems: string[] = [];
  for (const source of input.sources)
    for (const [, key = ''] of source.matchAll(/(?:\bt\(\s*|i18nKey=\{?)['"`]([^'"`$]+)/g))
      if (!namespaces.includes(key.replace(/:.*$/, '')) || !key.includes(':'))
        problems.push(`code uses ${key}, which begins with no namespace`);
  for (const key of used)
    if (!known.has(key) && !reference.has(key)) problems.push(`code uses ${key}, which no language has`);
  for (const prefix of prefixes)
    if (![...known].some((key) => key.startsWith(prefix)))
      problems.push(`code uses ${prefix}…, which no language has`);
  for (const key of known) {
    if (input.typedNamespaces.some((namespace) => key.startsWith(`${namespace}:`))) continue;
    if (!used.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
      problems.push(`nothing uses ${key}`);
  }
  return problems;
}
