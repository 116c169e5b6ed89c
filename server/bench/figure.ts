import type { BenchPostgres } from './postgres.ts';

/** One measured number beside its floor: the least that any program would need for the same on this machine. */
export interface Figure {
  name: string;
  value: number;
  unit: 'ms' | 'per s' | 'MB' | 'statements' | 's' | '%';
  /** The floor, in the unit of the value, measured in the same run. */
  floor?: { what: string; value: number };
  /** The target of the product; printed, never asserted. */
  target?: Target;
}

export interface Target {
  atMost?: number;
  atLeast?: number;
  /** The quotient of value and floor. */
  ratioAtMost?: number;
  ratioAtLeast?: number;
}

export interface Context {
  /** Small sets: whether it runs at all. */
  quick: boolean;
  /** Where the time of one piece goes is told too, by benchmarks that can. */
  trace: boolean;
  postgres: BenchPostgres;
  /** A folder for this run's data, removed at its end. */
  dir: string;
  note(line: string): void;
}

export interface Benchmark {
  name: string;
  /** It takes so long that it runs only when its whole name is asked for. */
  onlyNamed?: true;
  run(context: Context): Promise<Figure[]>;
}

export function ratioOf({ value, floor }: Figure): number | null {
  return floor && floor.value > 0 ? value / floor.value : null;
}

/** Null when there is no target. */
export function isMet(figure: Figure): boolean | null {
  const { target, value } = figure;
  if (!target) return null;
  const { atMost = Infinity, atLeast = -Infinity, ratioAtMost = Infinity, ratioAtLeast = 0 } = target;
  const ratio = ratioOf(figure);
  return (
    value <= atMost && value >= atLeast && (ratio ?? 0) <= ratioAtMost && (ratio ?? Infinity) >= ratioAtLeast
  );
}
