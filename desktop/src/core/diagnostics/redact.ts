const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

type Replace = (found: string) => string;

/** In their order: a token may hold what looks like a number. */
const RULES: readonly [RegExp, Replace][] = [
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, () => '[e-mail]'],
  [/\?[^\s"'<>]*=[^\s"'<>]*/g, () => '?[query]'],
  // Letters and digits without a word between them.
  [/[\w+=-]{24,}/g, (found) => (/\d/.test(found) && /[a-z]/i.test(found) ? '[token]' : found)],
  [/\+?\d[\d\s().-]{6,}\d/g, (found) => (found.replaceAll(/\D/g, '').length >= 8 ? '[number]' : found)],
];

/** A text without what belongs to customers or opens a door. For people who help, not for machines. */
export function redact(text: string, homeDir: string): string {
  const withoutHome = homeDir.length > 1 ? text.replaceAll(homeDir, '~') : text;
  return (
    withoutHome
      // Ids of tickets and messages are needed, and say nothing by themselves.
      .split(/(\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b)/i)
      .map((part) =>
        UUID.test(part) ? part : RULES.reduce((left, [rule, by]) => left.replaceAll(rule, by), part),
      )
      .join('')
  );
}

/** One line of the log as people read it; its time is not taken for a telephone number. */
export function redactLine(line: string, homeDir: string): string {
  try {
    const { time, level, pid: _pid, hostname: _host, ...rest } = JSON.parse(line) as Record<string, unknown>;
    const when = typeof time === 'number' ? new Date(time).toISOString() : '';
    return `${when} ${String(level)} ${redact(JSON.stringify(rest), homeDir)}`;
  } catch {
    return redact(line, homeDir);
  }
}
