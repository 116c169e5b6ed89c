/** What people are called in address books: longer than what people of the company call things. */
export const CONTACT_NAME = { min: 2, max: 120 } as const;
/** Digits of a contact's number. */
export const CONTACT_NUMBER = { min: 8, max: 50 } as const;
/** Limits of a contact: characters of its notes, and number of its own fields. */
export const CONTACT_NOTES_MAX = 5_000;
export const CONTACT_FIELDS_MAX = 50;
/** Contacts that are linked to one person. */
export const CONTACT_LINKS_MAX = 10;
/** Searching contacts begins with so many characters. */
export const CONTACT_SEARCH_MIN = 3;

/** They go with their rows, which are people's data: whoever wants the report of an import fetches it within days. */
export const CONTACT_IMPORTS_KEPT_DAYS = 7;

/** Rows of one file, and cells of one row, that are read at most. */
export const IMPORT_LIMITS = {
  rows: 50_000,
  columns: 40,
  /** The longest notes. */
  cellChars: CONTACT_NOTES_MAX,
  bytes: 10 * 1024 * 1024,
  /** Of an address book as a phone writes it; without its pictures it has `bytes` at most. */
  addressBookBytes: 64 * 1024 * 1024,
} as const;
