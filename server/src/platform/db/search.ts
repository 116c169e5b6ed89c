import type { Tx } from './client.ts';

/** What people type is text, not a pattern. */
const asLiteral = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** The pattern for what `plain()` has made of a text that contains this one. */
export const containing = (tx: Tx, text: string) => tx`'%' || plain(${asLiteral(text)}) || '%'`;
