/** The line above a text that tells the customer who writes, bold on the phone. */
const lineOf = (name: string): string => `*${name.trim()}:*\n`;

/** An empty text (a file without a caption) has nothing to sign. */
export const signed = (text: string, name: string): string => (text === '' ? '' : lineOf(name) + text);

/** The text as it was typed; unchanged when it is not signed with this name. */
export const unsigned = (text: string, name: string): string =>
  text.startsWith(lineOf(name)) ? text.slice(lineOf(name).length) : text;

/** How many characters of a message the signature takes. */
export const signatureLength = (name: string): number => lineOf(name).length;
