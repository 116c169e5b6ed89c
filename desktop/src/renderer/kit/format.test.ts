import { LANGUAGES } from '@balcao/shared/text/languages.ts';
import { describe, expect, test } from 'vitest';
import { createFormat } from './format.ts';

const NOW = new Date(2026, 0, 1, 0, 30);
const at = (...args: [number, number, number, number, number]) => new Date(...args).toISOString();

describe.each(LANGUAGES)('%s', (language) => {
  const format = createFormat(language);

  test('a list item shows the time today and the date before, which English takes in one way only', () => {
    expect(format.timeOrDate(at(2026, 0, 1, 0, 5), NOW)).toBe('00:05');
    const date = language === 'en' ? 'Dec 31, 2025' : '31/12/2025';
    expect(format.timeOrDate(at(2025, 11, 31, 23, 59), NOW)).toBe(date);
  });

  test('a due date is the day on which it ends where the company is', () => {
    expect(format.dateIn('2026-05-15T02:59:59.999Z', 'America/Sao_Paulo')).toMatch(/14/);
    expect(format.dateIn('2026-05-15T02:59:59.999Z', 'Europe/Lisbon')).toMatch(/15/);
  });

  test('separators name today and yesterday, over the end of the year too', () => {
    const words = { today: 'T', yesterday: 'Y' };
    expect(format.day(at(2026, 0, 1, 0, 5), words, NOW)).toBe('T');
    expect(format.day(at(2025, 11, 31, 0, 0), words, NOW)).toBe('Y');
    expect(format.day(at(2025, 11, 30, 23, 59), words, NOW)).toMatch(/30.*2025/);
  });
});
