const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

type Replace = (found: string) => string;

/** The order matters: a token may contain digits like a number. */
const RULES: readonly [RegExp, Replace][] = [
  [/[\w.+-]+@[\w-]+(\.[\w-]+)+/g, () => '[e-mail]'],
  [/\?[^\s"'<>]*=[^\s"'<>]*/g, () => '?[query]'],
  // Letters and digits without a word between them.
  [/[\w+=-]{24,}/g, (found) => (/\d/.test(found) && /[a-z]/i.test(found) ? '[token]' : found)],
  // V8 quotes what it could not read.
  [/(?<=Unexpected token .{1,8}, ).*?(?= is not valid JSON)/gs, () => '[text]'],
  [/\+?\d[\d\s().-]{6,}\d/g, (found) => (found.replaceAll(/\D/g, '').length >= 8 ? '[number]' : found)],
];

/** A text without what belongs to customers or opens a door. For people who help, not for machines. */
export function redact(text: string, homeDir: string): string {
  const withoutHome = spellingsOf(homeDir).reduce((left, home) => left.replaceAll(home, '~'), text);
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

/** A path as text, in JSON, and as an address, in which Windows turns its slashes round. */
function spellingsOf(dir: string): RegExp[] {
  if (dir.length < 2) return [];
  const turned = dir.replaceAll('\\', '/');
  return [dir, dir.replaceAll('\\', '\\\\'), turned, encodeURI(turned)].map(
    (path) => new RegExp(path.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'gi'),
  );
}

/** Fields of an error that name people and files, as its sentence would say them. */
const withoutParams = (key: string, value: unknown) => (key === 'params' ? undefined : value);

/** Formats one line of the log for people; its time is not taken for a telephone number. */
export function redactLine(line: string, homeDir: string): string {
  try {
    const { time, level, pid: _pid, hostname: _host, ...rest } = JSON.parse(line) as Record<string, unknown>;
    const when = typeof time === 'number' ? new Date(time).toISOString() : '';
    return `${when} ${String(level)} ${redact(JSON.stringify(rest, withoutParams), homeDir)}`;
  } catch {
    return redact(line, homeDir);
  }
}
