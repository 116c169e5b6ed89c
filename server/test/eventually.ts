/** Repeats the query until the answer fits; the error contains the last answer. */
export async function eventually<T>(
  look: () => Promise<T>,
  match: (value: T) => boolean,
  timeoutMs = 30_000,
): Promise<T> {
  const end = performance.now() + timeoutMs;
  for (;;) {
    const value = await look();
    if (match(value)) return value;
    if (performance.now() > end) throw new Error(`did not become true: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
