/**
 * - `status`: HTTP status; on the websocket only the code travels.
 * - `retryable`: the same request may succeed later without being changed.
 * - 401 ends a session; 403 asks for one renewal of the token and another try; 402 means that the company is overdue.
 */
export interface ErrorEntry {
  status: 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 422 | 426 | 429 | 500 | 502 | 503;
  retryable: boolean;
}

/** What a feature declares once for server and console. Its texts are in the feature's own namespace. */
export interface Feature {
  /** Its error codes; each has a sentence in `errors` of the namespace. */
  errors: Record<`ERR_${string}`, ErrorEntry>;
  /** The objects that the audit log names; each has a word in `nouns` of the namespace. */
  logged: readonly string[];
}

export const failure = (status: ErrorEntry['status'], retryable = false): ErrorEntry => ({
  status,
  retryable,
});
