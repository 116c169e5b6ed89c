import type { z } from 'zod';
import type { CommandDefinition } from './command.ts';
import type { ErrorEntry, ErrorName } from './error-entry.ts';
import type { KeyArea } from './key-areas.ts';
import type { MethodDefinition } from './method.ts';
import type { Role } from './roles.ts';
import type { RowDefinition } from './row.ts';

/** The name of a permission, after the feature that it belongs to: `tags:kanban`. */
export type PermissionName = `${string}:${string}`;

/**
 * What a feature declares once for server and console. Its texts stand beside it in `pt.json`, `en.json` and `es.json`,
 * under the name that the list of features gives it.
 */
export interface Feature {
  /** Its error codes; each has a sentence in `errors` of its texts. */
  errors?: Readonly<Record<ErrorName, ErrorEntry>>;
  /** The objects that the audit log names; each has a word in `nouns` of its texts. */
  logged?: readonly string[];
  /** The lists that people take along as files, which the audit log notes; each has a name in `lists` of its texts. */
  lists?: readonly string[];
  /** Who may do what, by the roles; whatever is in no permission everybody in the company may do. */
  permissions?: Readonly<Record<PermissionName, readonly Role[]>>;
  /** Marks of rows that only people with a permission see, by mark. */
  marks?: Readonly<Record<string, PermissionName>>;
  /** Its rows on the feed. */
  rows?: readonly RowDefinition[];
  /** Records that its answers are made of: the document of the API names them. What else is exported is passed over. */
  models?: Readonly<Record<string, unknown>>;
  /** The area in which a company's key opens its calls (calls.ts) to programs. Absent: they are closed to programs. */
  keyArea?: KeyArea;
  /** Live events beside those of its rows, for programs that listen. */
  live?: readonly string[];
  /** What a console may queue while it is offline; each has its words in `commands` and `refusals` of its texts. */
  commands?: Readonly<Record<string, CommandDefinition>>;
  /** The calls that a screen may make to its core. */
  bridge?: Readonly<Record<string, MethodDefinition>>;
  /** What the core tells screens, beside the changes of rows. */
  events?: Readonly<Record<string, z.ZodType>>;
}
