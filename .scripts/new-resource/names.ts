/** Every form in which the name of a resource stands in the code. */
export interface Names {
  /** `price-lists`: its files, its folder, its path. */
  kebabs: string;
  /** `price-list` */
  kebab: string;
  /** `priceLists`: its texts, its list on the feed. */
  camels: string;
  /** `priceList`: its entity. */
  camel: string;
  Pascals: string;
  Pascal: string;
  /** `price_lists`: its table. */
  table: string;
  /** `PRICE_LIST`: in its error codes. */
  CODE: string;
  /** `price list`: in sentences. */
  words: string;
}

const IS_NAME = /^[a-z]+(-[a-z]+)*s$/;

/** @returns null for a name that is no English plural in kebab case */
export function namesOf(plural: string): Names | null {
  if (!IS_NAME.test(plural)) return null;
  const kebab = plural
    .replace(/ies$/, 'y')
    .replace(/(ss|x|ch|sh)es$/, '$1')
    .replace(/s$/, '');
  const camelOf = (text: string) => text.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const pascalOf = (text: string) => camelOf(`-${text}`);
  return {
    kebabs: plural,
    kebab,
    camels: camelOf(plural),
    camel: camelOf(kebab),
    Pascals: pascalOf(plural),
    Pascal: pascalOf(kebab),
    table: plural.replaceAll('-', '_'),
    CODE: kebab.replaceAll('-', '_').toUpperCase(),
    words: kebab.replaceAll('-', ' '),
  };
}
