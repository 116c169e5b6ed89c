/** Strangers write vCards: every pattern here looks at each character a few times at most, however they are made. */

/** The cards of a message's body, one after the other; one that ends nowhere is one all the same. */
export const splitVcards = (body: string): string[] =>
  body.match(/BEGIN:VCARD[\s\S]*?(?:END:VCARD|$)/gi) ?? [body];

const NAME = /^FN(?:;[^:\r\n]*)?:(.+)$/im;

/** The name of the first person on these cards; '' when there is none. */
export const vcardName = (cards: string): string => NAME.exec(cards)?.[1]?.trim() ?? '';
