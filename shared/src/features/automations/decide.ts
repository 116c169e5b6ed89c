import { type Facts, foresee, type Occurrence, type Standing } from './facts.ts';
import { holds, isMeant } from './holds.ts';
import { MAX_STEPS } from './limits.ts';
import type { Effect, Rule } from './rule.ts';

/** A rule that acts, with those of its effects that change something. */
export interface Step {
  ruleId: number;
  effects: Effect[];
}

/**
 * What a company's rules, in their order, do about what has happened to a ticket, without doing it. What a rule does is seen
 * by those after it, and may be a cause for others in its turn; but each acts once at most, and no more than `most` of them,
 * so that rules which undo each other come to rest.
 */
export function decide(
  rules: readonly Rule[],
  happened: readonly Occurrence[],
  before: Facts,
  most = MAX_STEPS,
): Step[] {
  const steps: Step[] = [];
  const done = new Set<number>();
  const waiting = [...happened];
  let facts = before;
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    for (const rule of rules) {
      if (steps.length >= most) return steps;
      if (done.has(rule.id) || !isMeant(rule.cause, next) || !holds(rule.conditions, asked(facts, next)))
        continue;
      done.add(rule.id);
      const outcome = carriedOut(rule.effects, facts);
      if (outcome.effects.length === 0) continue;
      steps.push({ ruleId: rule.id, effects: outcome.effects });
      facts = outcome.facts;
      waiting.push(...outcome.happened);
      if (outcome.effects.at(-1)?.kind === 'stop') break;
    }
  }
  return steps;
}

/**
 * Words are looked for in what was said, although the customer may have written something else meanwhile; and what led them
 * here now is asked for, although something else did at first.
 */
export const asked = (facts: Facts, happened: Occurrence): Facts => ({
  ...facts,
  ...('text' in happened ? { text: happened.text } : {}),
  ...('origin' in happened ? { origin: happened.origin } : {}),
});

/** A list of effects on a ticket that stands like this: what of it changes something, and how it stands then. */
export function carriedOut<S extends Standing>(
  wanted: readonly Effect[],
  before: S,
): { effects: Effect[]; facts: S; happened: Occurrence[] } {
  const effects: Effect[] = [];
  const happened: Occurrence[] = [];
  let facts = before;
  for (const effect of wanted) {
    const outcome = foresee(facts, effect);
    if (!outcome) continue;
    effects.push(effect);
    happened.push(...outcome.happened);
    facts = outcome.facts;
    if (effect.kind === 'stop') break;
  }
  return { effects, facts, happened };
}
