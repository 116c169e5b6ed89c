/** `1.2.3`, or `1.2.3-beta.1`, which comes before it. */
const VERSION = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[\w.-]+)?(\+[\w.-]+)?$/;

export const isVersion = (text: string): boolean => VERSION.test(text);

/**
 * Whether a program came before a version. What is no version at all came before every one; of two early versions of
 * the same number neither did.
 */
export function isOlder(version: string, than: string): boolean {
  const [mine, other] = [VERSION.exec(version), VERSION.exec(than)];
  if (!mine || !other) return mine === null;
  for (const place of [1, 2, 3]) {
    const difference = Number(mine[place]) - Number(other[place]);
    if (difference !== 0) return difference < 0;
  }
  return mine[4] !== undefined && other[4] === undefined;
}
