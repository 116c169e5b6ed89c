import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createLanes } from './lanes.ts';

it('keeps the order of each key, whatever the others do, and never runs more at once than allowed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 2 }), {
        maxLength: 12,
      }),
      async (scheduler, jobs) => {
        const lanes = createLanes(2);
        const done: number[] = [];
        let running = 0;
        let most = 0;
        const all = jobs.map((keys, index) =>
          lanes.run(keys, async () => {
            most = Math.max(most, ++running);
            await scheduler.schedule(Promise.resolve());
            running -= 1;
            done.push(index);
            if (index % 3 === 0) throw new Error('a failure holds nobody up');
          }),
        );
        await scheduler.waitFor(Promise.allSettled(all));
        expect(most).toBeLessThanOrEqual(2);
        for (const key of ['a', 'b', 'c'] as const) {
          const mine = jobs.flatMap((keys, index) => (keys.includes(key) ? [index] : []));
          expect(done.filter((index) => mine.includes(index))).toEqual(mine);
        }
      },
    ),
  );
});
