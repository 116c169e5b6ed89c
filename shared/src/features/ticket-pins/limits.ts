/** Conversations that one person may pin. */
export const MAX_PINS = 20;
