/**
 * The meaning of a file's column. Several may have a `name`, whose parts are joined, and a `number`, of which the mobile
 * one is taken and the others become extra information. `extra`: a pair of extra information, named by the column's
 * heading; `pairs`: several in one cell, as `writePairs` has them.
 */
export const COLUMN_MEANINGS = ['name', 'number', 'email', 'extra', 'pairs', 'notes', 'skip'] as const;
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number];

/** What a contact list has of its people. */
export const LIST_MEANINGS: readonly ColumnMeaning[] = ['name', 'number', 'email', 'skip'];

/** The columns of which a file must have one, because they say who somebody is: of contacts, and of lists. */
export const CONTACT_NAMING: readonly ColumnMeaning[] = ['number', 'email'];
export const LIST_NAMING: readonly ColumnMeaning[] = ['number'];

/**
 * Why a row was not taken over. `noNumber`: nor an e-mail; `rounded`: a spreadsheet has cut the last digits off (5,51199E+12);
 * `duplicate`: the company or a row above has it; `optedOut`: they want no campaigns, so a list has no place for them.
 */
export const ROW_PROBLEMS = [
  'noNumber',
  'number',
  'rounded',
  'name',
  'email',
  'duplicate',
  'optedOut',
] as const;
export type RowProblem = (typeof ROW_PROBLEMS)[number];
