/** How long "Undo" is on the screen, and how long the finishing or handing over of a ticket is held back for that. */
export const UNDO_MS = 5_000;
export const DECISION_HELD_MS = 6_000;
