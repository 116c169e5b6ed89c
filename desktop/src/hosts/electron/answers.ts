/** Questions to the core, each of which is answered once, also when the core dies. */
export interface Answers<T> {
  /** @param post sends the question under this id */
  ask(post: (requestId: number) => void): Promise<T>;
  give(requestId: number, answer: T): void;
  /** Nobody is there who could answer those that wait. */
  giveUp(): void;
}

/** @param withoutCore the answer when there is no core */
export function createAnswers<T>(withoutCore: T): Answers<T> {
  const waiting = new Map<number, (answer: T) => void>();
  let last = 0;

  return {
    ask(post) {
      last += 1;
      const requestId = last;
      return new Promise((resolve) => {
        waiting.set(requestId, resolve);
        post(requestId);
      });
    },
    give(requestId, answer) {
      waiting.get(requestId)?.(answer);
      waiting.delete(requestId);
    },
    giveUp() {
      for (const resolve of waiting.values()) resolve(withoutCore);
      waiting.clear();
    },
  };
}
