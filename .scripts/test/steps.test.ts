import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Result, runStep } from '../steps.ts';
import { summarise } from '../summary.ts';
import type { TestCounts } from '../test-counts.ts';

const dir = mkdtempSync(join(tmpdir(), 'balcao-steps-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const read = (json: unknown) => json as TestCounts;
const exits = (code: number) => [process.execPath, '-e', `process.exit(${code})`];
let files = 0;
function report(text: string | null) {
  const file = join(dir, `${files++}.json`);
  if (text !== null) writeFileSync(file, text);
  return { file, read };
}
const counts = (passed: number, failed: number, skipped: string[] = [], unsteady: string[] = []) => ({
  passed,
  failed,
  failures: failed === 0 ? [] : ['a test: why'],
  skipped,
  unsteady,
  files: [],
});
const withCounts = (...args: Parameters<typeof counts>) => report(JSON.stringify(counts(...args)));

describe('a step', () => {
  it.each([
    ['exits with 0 and reports a failed test', 0, withCounts(3, 1)],
    ['exits with 0 without a report', 0, report(null)],
    ['exits with 0 and an unreadable report', 0, report('{')],
    ['exits with 0 and ran no test', 0, withCounts(0, 0)],
    ['fails outside of its tests', 1, withCounts(3, 0)],
  ])('that %s has failed', async (_name, code, file) => {
    expect((await runStep({ name: 'tests', command: exits(code), report: file })).ok).toBe(false);
  });

  it('whose program is missing has failed and says so', async () => {
    const result = await runStep({ name: 'lint', command: [join(dir, 'no-such-program')] });
    expect(result).toMatchObject({ ok: false, problem: expect.stringContaining('ENOENT') });
  });

  it('that passes its tests is ok', async () => {
    const result = await runStep({ name: 'tests', command: exits(0), report: withCounts(3, 0) });
    expect(result).toMatchObject({ ok: true, counts: counts(3, 0) });
  });
});

describe('the last line', () => {
  const ok: Result = { name: 'tests', ok: true, seconds: 1, counts: counts(5, 0) };
  const last = (results: Result[]) =>
    summarise(results, [{ test: /real Electron/, reason: 'no binary' }]).lines.at(-1);

  it('adds the runners up', () => {
    expect(last([ok, { ...ok, counts: counts(2, 0) }])).toBe('7 passed, 0 failed');
  });

  it('counts a failed check, a failed test and an unexplained skip once each', () => {
    const lint: Result = { name: 'lint', ok: false, seconds: 1 };
    const tests: Result = { ...ok, ok: false, counts: counts(5, 1, ['forgotten']) };
    expect(last([lint, tests])).toBe('5 passed, 3 failed');
  });

  it('accepts a skip that has a reason, and says the reason', () => {
    const { lines, failed } = summarise(
      [{ ...ok, counts: counts(5, 0, ['the real Electron opens']) }],
      [{ test: /real Electron/, reason: 'no binary' }],
    );
    expect({ failed, line: lines[1] }).toEqual({
      failed: 0,
      line: 'skipped: the real Electron opens — no binary',
    });
  });

  it('comes after what failed', () => {
    expect(summarise([{ ...ok, ok: false, counts: counts(5, 1) }], []).lines).toEqual([
      'FAILED tests (1.0 s)',
      'FAILED: a test: why',
      '',
      '5 passed, 1 failed',
    ]);
  });

  it('comes after the ten slowest files of all runners', () => {
    const files = Array.from({ length: 9 }, (_, n) => ({ file: `${n}.test.ts`, seconds: n }));
    const journeys = { ...counts(1, 0), files: [0.5, 60].map((s) => ({ file: `${s}.spec.ts`, seconds: s })) };
    const { lines } = summarise(
      [
        { ...ok, counts: { ...counts(5, 0), files } },
        { ...ok, counts: journeys },
      ],
      [],
    );
    expect(lines.slice(3, 5)).toEqual(['slowest files:', '   60.0 s  60.spec.ts']);
    expect(lines.slice(4, -2)).toHaveLength(10);
    expect(lines.at(-3)).toBe('    0.5 s  0.5.spec.ts');
  });

  it('forgives a test in a thousand that passed only when repeated, or two, and names them', () => {
    const { lines, failed } = summarise([{ ...ok, counts: counts(5, 0, [], ['a stumble']) }], []);
    expect({ failed, line: lines[1] }).toEqual({
      failed: 0,
      line: 'unsteady: passed only when repeated: a stumble',
    });
    expect(last([{ ...ok, counts: counts(5, 0, [], ['one', 'two']) }])).toBe('5 passed, 0 failed');
    expect(last([{ ...ok, counts: counts(5, 0, [], ['one', 'two', 'three']) }])).toBe('5 passed, 1 failed');
    expect(last([{ ...ok, counts: counts(3_000, 0, [], ['one', 'two', 'three']) }])).toBe(
      '3000 passed, 0 failed',
    );
  });
});
