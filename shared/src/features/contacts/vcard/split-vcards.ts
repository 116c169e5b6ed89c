/**
 * The cards of a message's body as they were written, one after the other; one that ends nowhere is one all the same.
 * The pattern looks at each character a few times at most, however strangers have made them.
 */
export const splitVcards = (body: string): string[] =>
  body.match(/BEGIN:VCARD[\s\S]*?(?:END:VCARD|$)/gi) ?? [body];
