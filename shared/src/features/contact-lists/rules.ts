/** People in one list. */
export const CONTACT_LIST_MAX = 100_000;

/**
 * How WhatsApp is asked about the numbers of lists, by each connection: a few at once, and a pause. Whoever asks much
 * faster is taken for somebody who tries numbers out.
 */
export const NUMBER_CHECK = { atOnce: 20, pauseMs: 5_000 } as const;

/** The headings of the spreadsheet that is offered to be filled in. */
export const LIST_TEMPLATE_HEADINGS = ['nome', 'numero', 'email'] as const;

/** What WhatsApp has said of a number: after that it is asked again. */
export const NUMBER_CHECKS_KEPT_DAYS = 30;
