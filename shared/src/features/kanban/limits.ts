/** Lanes of the kanban board that are put into an order. */
export const MAX_LANES = 200;
/** Cards of the board that the API gives at a time. */
export const KANBAN_PAGE = 5_000;
