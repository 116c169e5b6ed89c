import type { Tx } from './client.ts';

/** The pattern for what `plain()` has made of a text that contains this one. What people type is text, not a pattern. */
export const containing = (tx: Tx, text: string) =>
  tx`'%' || plain(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`;
