import { describe, expect, it } from 'vitest';
import { type BanRiskFacts, banRisk, budgetFor, budgetUse, HOUR_MS } from './rules.ts';

const CALM: BanRiskFacts = {
  newChatsHour: 0,
  newChatsDay: 0,
  budgetHour: 20,
  budgetDay: 100,
  sent: 0,
  failed: 0,
  refused: 0,
  optedOut: 0,
  connectionAgeDays: 60,
  isNight: false,
};

describe('ban risk', () => {
  it.each<[string, Partial<BanRiskFacts>, ReturnType<typeof banRisk>['level'], number, string[]]>([
    ['a connection at rest', {}, 'low', 0, []],
    ['half of the budget is free', { newChatsHour: 10, newChatsDay: 50 }, 'low', 0, []],
    ['three quarters of the day', { newChatsDay: 75 }, 'low', 20, ['newChats']],
    ['all of the hour', { newChatsHour: 20, newChatsDay: 20 }, 'medium', 40, ['newChats']],
    ['people went beyond it', { newChatsDay: 125 }, 'high', 60, ['newChats']],
    ['far beyond it is no worse alone', { newChatsDay: 1_000 }, 'high', 60, ['newChats']],
    ['a young number', { connectionAgeDays: 2 }, 'low', 15, ['young']],
    ['a number of weeks', { connectionAgeDays: 29 }, 'low', 8, ['young']],
    [
      'a young number at three quarters',
      { connectionAgeDays: 2, newChatsDay: 75 },
      'medium',
      35,
      ['newChats', 'young'],
    ],
    ['one refusal', { refused: 1 }, 'low', 25, ['refused']],
    ['two refusals', { refused: 2 }, 'medium', 50, ['refused']],
    ['three refusals', { refused: 3 }, 'high', 60, ['refused']],
    ['a few failures of few tell nothing', { sent: 9, failed: 10 }, 'low', 0, []],
    ['one in ten failed', { sent: 90, failed: 10 }, 'low', 15, ['failed']],
    ['a bought list', { sent: 70, failed: 30 }, 'medium', 30, ['failed']],
    ['one in fifty opted out', { sent: 100, optedOut: 2 }, 'low', 12, ['optedOut']],
    [
      'a list that nobody asked for',
      { sent: 100, optedOut: 8, failed: 40 },
      'high',
      60,
      ['failed', 'optedOut'],
    ],
    ['night without new chats', { isNight: true, newChatsDay: 10 }, 'low', 0, []],
    ['new chats at night', { isNight: true, newChatsHour: 1, newChatsDay: 1 }, 'low', 10, ['night']],
    [
      'everything at once',
      { newChatsDay: 200, refused: 5, isNight: true, newChatsHour: 1, connectionAgeDays: 0 },
      'high',
      100,
      ['newChats', 'refused', 'young', 'night'],
    ],
  ])('%s', (_case, facts, level, score, reasons) => {
    const risk = banRisk({ ...CALM, ...facts });
    expect({ ...risk, reasons: risk.reasons.map(({ reason }) => reason) }).toEqual({ level, score, reasons });
  });
});

describe('the budget of new chats', () => {
  it('grows with the age of the connection, and stays below what got young numbers restricted', () => {
    expect([0, 6, 7, 29, 30, 90, 180, 3_000].map((age) => budgetFor(age).day)).toEqual([
      20, 20, 30, 30, 70, 150, 300, 300,
    ]);
    for (const age of [0, 7, 30, 90, 180]) {
      const { hour, day } = budgetFor(age);
      expect(hour).toBeLessThan(day / 2);
    }
  });

  const now = new Date('2026-11-25T14:20:00Z');
  const ago = (hours: number, count: number) => ({
    hour: new Date(Date.parse('2026-11-25T14:00:00Z') - hours * HOUR_MS),
    count,
  });
  it.each([
    ['nothing yet', [], { hour: 0, day: 0, freesAt: null }],
    ['one left', [ago(0, 4), ago(2, 5)], { hour: 4, day: 9, freesAt: null }],
    ['the hour is used up', [ago(0, 5)], { hour: 5, day: 5, freesAt: '15:00' }],
    [
      'the day is, until its first hour is a day ago',
      [ago(3, 5), ago(1, 5)],
      { hour: 0, day: 10, freesAt: '11:00' },
    ],
    ['both are', [ago(0, 5), ago(22, 5)], { hour: 5, day: 10, freesAt: '16:00' }],
    ['people went beyond it', [ago(5, 3), ago(0, 12)], { hour: 12, day: 15, freesAt: '14:00' }],
    ['a day ago counts no more', [ago(24, 50)], { hour: 0, day: 0, freesAt: null }],
  ])('%s', (_case, counted, { freesAt, ...used }) => {
    const use = budgetUse(counted, { hour: 5, day: 10 }, now);
    expect({ hour: use.hour, day: use.day }).toEqual(used);
    expect(use.freesAt?.toISOString().slice(11, 16) ?? null).toBe(freesAt);
  });
});
