import { type Calendar, shiftOf } from './opening.ts';
import { DAY_MS, type SteadyTime, steadyTimes } from './wall-clock.ts';

/** A stretch of time in which a calendar is open, in ms. */
export interface OpenSpan {
  opens: number;
  closes: number;
  /** For how long it was open before, since the first of these stretches. */
  before: number;
}

const MINUTE_MS = 60_000;

/**
 * Every stretch between two instants in which a calendar is open, as `openingAt` says of each of its moments. Those that
 * touch are one. Behind them stands an empty one at `to`: what lies behind it is not known.
 */
export function openSpans(calendar: Calendar, from: number, to: number): OpenSpan[] {
  const pieces = steadyTimes(from, to, calendar.timezone).flatMap((steady) => piecesOf(calendar, steady));
  pieces.sort(([a], [b]) => a - b);
  const spans: OpenSpan[] = [];
  let before = 0;
  for (const [opens, closes] of pieces) {
    const last = spans.at(-1);
    if (last && opens <= last.closes) {
      before += Math.max(0, closes - last.closes);
      last.closes = Math.max(last.closes, closes);
      continue;
    }
    spans.push({ opens, closes, before });
    before += closes - opens;
  }
  return [...spans, { opens: to, closes: to, before }];
}

/** While the clocks are not changed a shift on the wall is one stretch of time. */
function piecesOf(calendar: Calendar, { from, to, offset }: SteadyTime): [opens: number, closes: number][] {
  const pieces: [number, number][] = [];
  // A shift goes on into the next day.
  const first = Math.floor((from + offset) / DAY_MS) - 1;
  for (let day = first; day * DAY_MS - offset < to; day += 1) {
    const shift = shiftOf(calendar, day);
    const opens = Math.max(from, day * DAY_MS + shift.from * MINUTE_MS - offset);
    const closes = Math.min(to, day * DAY_MS + shift.to * MINUTE_MS - offset);
    if (opens < closes) pieces.push([opens, closes]);
  }
  return pieces;
}

/** For how long it was open until then. */
export function openUntil(spans: readonly OpenSpan[], at: number): number {
  const span = spans.findLast(({ opens }) => opens <= at);
  return span ? span.before + Math.min(at, span.closes) - span.opens : 0;
}

/** The first moment at which it has been open for so long since then; null: not within these stretches. */
export function openAfter(spans: readonly OpenSpan[], since: number, ms: number): number | null {
  if (ms <= 0) return since;
  const wanted = openUntil(spans, since) + ms;
  const span = spans.findLast(({ before }) => before < wanted);
  const at = span && span.opens + wanted - span.before;
  return span && at !== undefined && at <= span.closes ? at : null;
}
