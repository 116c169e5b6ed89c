/** Names of contracts and areas, in the ways that a document writes them. */

export const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** `contactLists` as `contact-lists`. */
export const dashed = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** `contactLists` as `Contact lists`. */
export const inWords = (name: string): string => capital(dashed(name).replaceAll('-', ' '));
