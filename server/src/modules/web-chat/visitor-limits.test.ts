import { expect, it } from 'vitest';
import { createVisitorLimits } from './visitor-limits.ts';

it('10,000 visitors of one page in a minute become a few hundred contacts, whatever networks they come from', () => {
  let now = 0;
  const limits = createVisitorLimits(() => now);
  let begun = 0;
  for (let n = 0; n < 10_000; n += 1) {
    now = n * 6;
    const address = `10.${Math.floor(n / 250)}.${n % 250}.1`;
    expect(limits.mayCome(address)).toBe(true);
    if (limits.mayBegin(address, 'chat')) begun += 1;
  }
  expect(begun).toBeGreaterThanOrEqual(300);
  expect(begun).toBeLessThanOrEqual(401);
  // Another chat has its own.
  expect(limits.mayBegin('192.0.2.1', 'other')).toBe(true);
});

it('one network holds no more lines than its own, and one chat no more than a process bears', () => {
  const limits = createVisitorLimits(() => 0);
  const lines = Array.from({ length: 10_001 }, (_, n) =>
    limits.takeLine(`10.${Math.floor(n / 250)}.${n % 250}.1`, 'chat'),
  );
  expect(lines.filter((line) => line === null)).toHaveLength(1);
  lines[0]?.();
  expect(limits.takeLine('192.0.2.1', 'chat')).not.toBeNull();
  const crowd = Array.from({ length: 201 }, () => limits.takeLine('198.51.100.7', 'other'));
  expect(crowd.filter((line) => line === null)).toHaveLength(1);
});
