import { expect, test } from 'vitest';
import { instantOfWall, NO_TIME, wallTimeOf } from './wall-time.ts';

test('a planned time is that of the company’s wall, wherever the computer stands', () => {
  const planned = { day: '2026-11-28', time: '09:30' };
  const instants = ['America/Sao_Paulo', 'America/Manaus', 'Asia/Kolkata'].map((zone) =>
    instantOfWall(planned, zone),
  );
  expect(instants).toEqual([
    '2026-11-28T12:30:00.000Z',
    '2026-11-28T13:30:00.000Z',
    '2026-11-28T04:00:00.000Z',
  ]);
  expect(wallTimeOf('2026-11-28T12:30:00Z', 'America/Sao_Paulo')).toEqual(planned);
  expect(wallTimeOf('2026-11-28T02:30:00Z', 'America/Sao_Paulo')).toEqual({
    day: '2026-11-27',
    time: '23:30',
  });
});

test('half a moment is none', () => {
  const halves = [NO_TIME, { day: '2026-11-28', time: '' }, { day: null, time: '09:30' }];
  expect(halves.map((half) => instantOfWall(half, 'UTC'))).toEqual([null, null, null]);
});
