/** A code of the catalogue, which the features declare (`errors.ts`). */
export type ErrorName = `ERR_${string}`;

/**
 * - `status`: HTTP status; on the websocket only the code travels.
 * - `retryable`: the same request may succeed later without being changed.
 * - 401 ends a session; 403 asks for one renewal of the token and another try; 402 means that the company is overdue.
 */
export interface ErrorEntry {
  status: 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 422 | 426 | 429 | 500 | 502 | 503;
  retryable: boolean;
}

export const failure = (status: ErrorEntry['status'], retryable = false): ErrorEntry => ({
  status,
  retryable,
});
