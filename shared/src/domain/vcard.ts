/** Strangers write vCards: every pattern here looks at each character a few times at most, however they are made. */

/** The cards of a message's body, one after the other; one that ends nowhere is one all the same. */
export const splitVcards = (body: string): string[] =>
  body.match(/BEGIN:VCARD[\s\S]*?(?:END:VCARD|$)/gi) ?? [body];

const NAME = /^FN(?:;[^:\r\n]*)?:(.+)$/im;

/** How the first person of these cards is called; '' when they do not say. */
export const vcardName = (cards: string): string => NAME.exec(cards)?.[1]?.trim() ?? '';
