/** The access token of the line, and what the server thinks of it. */
export interface LineToken {
  current(): string;
  /** A token for a new line, other than one that was refused. Give it to `accept` when it is still wanted. */
  next(): Promise<string>;
  /** A token instead of the current one, which is about to expire. Give it to `accept` when it is still wanted. */
  successor(): Promise<string>;
  accept(fresh: string): void;
  /** The server refuses the current one. @returns false when it refused the one before too, and so means the session */
  refuse(): boolean;
  /** The line is steady: the server has taken the token. */
  proven(): void;
}

export function createLineToken(get: (refused: string | null) => Promise<string>): LineToken {
  let token: string | null = null;
  let refused: string | null = null;
  /** The server has refused a token since the last steady connection. */
  let renewed = false;

  return {
    current: () => token ?? '',
    next: () => get(refused),
    successor: () => get(token),
    accept(fresh) {
      token = fresh;
      refused = null;
    },
    refuse() {
      if (renewed) return false;
      renewed = true;
      refused = token;
      return true;
    },
    proven() {
      renewed = false;
    },
  };
}
