import { describe, expect, it } from 'vitest';
import { nightTime, zoneOfNumber } from './number-zone.ts';

describe('the zone of a number', () => {
  it('is that of its area or its country, and none where that says nothing', () => {
    const zones = ['5511988887777', '5568999998888', '351912345678', '12025550123', '', '55'].map(
      zoneOfNumber,
    );
    expect(zones).toEqual(['America/Sao_Paulo', 'America/Rio_Branco', 'Europe/Lisbon', null, null, null]);
  });

  it('is one that the clocks know', () => {
    const at = new Date('2026-07-01T03:00:00Z');
    const starts = ['55', '5565', '5568', '351', '238', '239', '245', '53', '595', '54', '44', '81'];
    for (const start of starts) expect(() => nightTime(`${start}123456`, at, 'UTC')).not.toThrow();
  });
});

describe('the time where the customer is', () => {
  const lisbon = '351912345678';
  const at = (time: string) => new Date(`2026-12-01T${time}:00Z`);

  it('is told at night, when it is another one than here', () => {
    const here = 'America/Sao_Paulo';
    const told = ['20:59', '21:00', '06:59', '07:00'].map((time) => nightTime(lisbon, at(time), here));
    expect(told).toEqual([null, '21:00', '06:59', null]);
    expect(nightTime(lisbon, at('23:00'), 'Europe/London')).toBeNull();
    expect(nightTime('', at('23:00'), here)).toBeNull();
  });
});
