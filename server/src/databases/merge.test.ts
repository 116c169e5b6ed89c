import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergePages } from './merge.ts';

interface Row {
  at: number;
  id: number;
  isCopy: boolean;
}

const newestFirst = (one: Row, other: Row) => other.at - one.at || other.id - one.id;
const placeOf = ({ at, id }: Row) => JSON.stringify([at, id]);

it('walks through the rows of several homes by time, each once, whatever is a copy', () => {
  const home = fc.array(fc.record({ at: fc.nat(60), isCopy: fc.boolean() }), {
    maxLength: 3 * PAGE_SIZE,
    size: 'max',
  });
  fc.assert(
    fc.property(fc.array(home, { minLength: 1, maxLength: 4 }), (given) => {
      const homes = given.map((rows, number) =>
        rows.map((row, index) => ({ ...row, id: number * 1_000 + index })).toSorted(newestFirst),
      );
      const pageOf = (rows: Row[], after: string | null) => {
        const [at = 0, id = 0] = after === null ? [] : (JSON.parse(after) as number[]);
        const behind = rows.filter(
          (row) => after === null || newestFirst(row, { at, id, isCopy: false }) > 0,
        );
        return {
          rows: behind.slice(0, PAGE_SIZE),
          hasMore: behind.length > PAGE_SIZE,
          isOwn: ({ isCopy }: Row) => !isCopy,
        };
      };
      const walked: Row[] = [];
      let after: string | null = null;
      do {
        const sent = homes.map((rows) => pageOf(rows, after));
        const { shown, next } = mergePages(sent, newestFirst, placeOf);
        walked.push(...shown);
        after = next;
      } while (after !== null);
      const all = homes.flat().filter(({ isCopy }) => !isCopy);
      expect(walked).toEqual(all.toSorted(newestFirst));
    }),
    { numRuns: 200 },
  );
});
