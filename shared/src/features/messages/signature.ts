/** The line above a text that names the agent to the customer, bold on the phone. */
const lineOf = (name: string): string => `*${name.trim()}:*\n`;

/** An empty text (a file without a caption) has nothing to sign. */
export const signed = (text: string, name: string): string => (text === '' ? '' : lineOf(name) + text);

/** Removes the signature; the text is unchanged when it is not signed with this name. */
export const unsigned = (text: string, name: string): string =>
  text.startsWith(lineOf(name)) ? text.slice(lineOf(name).length) : text;

/** How many characters of a message the signature takes. */
export const signatureLength = (name: string): number => lineOf(name).length;
