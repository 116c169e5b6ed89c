/** So many articles a company has, each language version counted: consoles have all of them. */
export const MAX_ARTICLES = 5_000;
/** The text as it is written, in Markdown: some twelve printed pages. */
export const ARTICLE_CHARS = 40_000;
/** In how many ways people ask for it. */
export const ASKED_CHARS = 1_000;
export const CATEGORY_CHARS = 60;
export const ARTICLE_TITLE_CHARS = 200;
/** So many states of an article are kept: the oldest go. */
export const MAX_ARTICLE_VERSIONS = 50;
/** So many articles are imported at once. */
export const MAX_IMPORTED_ARTICLES = 50;
/** So many questions without an answer are kept: the oldest go. */
export const MAX_UNANSWERED = 500;
/** All words of a company that mean the same, and one of them: a word, or a few. */
export const SYNONYMS_CHARS = 8_000;
export const SYNONYM_CHARS = 60;
/** So many articles a search answers at most. */
export const MAX_FOUND_ARTICLES = 40;
