import { RE2JS } from 're2js';

/** Nothing that is worth a rule stands further behind. */
const MAX_READ = 4_000;
/** Patterns that are kept ready. */
const MAX_KEPT = 2_000;

const kept = new Map<string, RE2JS>();

/**
 * Whether a pattern is found in a text, whatever the case. RE2's machines need time in proportion to the text, whatever was
 * written: there is no pattern that somebody waits for. Throws for what is none.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  return compile(pattern).matcher(text.slice(0, MAX_READ)).find();
}

export function isPattern(pattern: string): boolean {
  try {
    compile(pattern);
    return true;
  } catch {
    return false;
  }
}

function compile(pattern: string): RE2JS {
  const known = kept.get(pattern);
  if (known) return known;
  const made = RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(pattern, made);
  return made;
}
