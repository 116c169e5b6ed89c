/** Marks the log of messages while the pointer, not a key, has led into it. */
export const CLICKED = 'data-clicked';

/** The pointer has given it the focus, not a key. */
export const isClicked = (target: Element): boolean => target.closest(`[${CLICKED}]`) !== null;
