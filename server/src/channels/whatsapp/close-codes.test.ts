import { describe, expect, it } from 'vitest';
import { ruleOf } from './close-codes.ts';

describe('what follows the end of a connection', () => {
  it('forgets keys only when they are worthless, and never retries a ban', () => {
    const codes = Array.from({ length: 600 }, (_, code) => code);
    const ends = (next: string) => codes.filter((code) => ruleOf(code).next === next);
    expect(ends('forget')).toEqual([401, 411]);
    expect(ends('stop')).toEqual([400, 402, 403, 406, 409]);
    expect(ends('restart')).toEqual([515]);
    expect(ends('yield')).toEqual([440]);
  });
});
