/** One property of a card: `item1.TEL;TYPE=CELL:…`. */
export interface CardLine {
  /** In capitals, without its group. */
  name: string;
  /** In capitals, with their values; a bare one (`TEL;CELL`) has the name TYPE. */
  parameters: readonly Parameter[];
  value: string;
}

interface Parameter {
  name: string;
  value: string;
}

/** Photographs are longer than this, and nobody reads them. */
const MAX_VALUE_BYTES = 10_000;
export const MAX_HEAD_BYTES = 1_000;

export const [TAB, LF, CR, SPACE, QUOTE, COLON, EQUALS] = [0x09, 0x0a, 0x0d, 0x20, 0x22, 0x3a, 0x3d];

/**
 * The properties of vCards 2.1, 3.0 and 4.0, in their order. A line may go on in the next ones: behind a soft break of
 * quoted-printable (2.1), or where the next begins with a space. It may be broken within a character, so bytes are put
 * together before they are read as text. Takes time in proportion to the bytes, whoever made them.
 */
export function* readCardLines(bytes: Uint8Array): Generator<CardLine> {
  let open: OpenLine | null = null;
  for (const line of physicalLines(bytes)) {
    if (open?.goesOn && !(open.isInterrupted && beginsProperty(line))) {
      if (line.length === 0) open.isInterrupted = true;
      else append(open, line);
      continue;
    }
    // Some programs leave lines empty within what they go on with.
    if (line.length === 0) continue;
    if (open && (line[0] === SPACE || line[0] === TAB)) {
      append(open, line.subarray(1));
      continue;
    }
    if (open) yield closed(open);
    open = opened(line);
  }
  if (open) yield closed(open);
}

function* physicalLines(bytes: Uint8Array): Generator<Uint8Array> {
  let start = 0;
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) continue;
    yield bytes.subarray(start, at);
    if (bytes[at] === CR && bytes[at + 1] === LF) at++;
    start = at + 1;
  }
}

/** What a property says before its value. */
interface Head extends Omit<CardLine, 'value'> {
  /** In quoted-printable, where a soft break goes on in the next line. */
  isQuoted: boolean;
  isBase64: boolean;
  charset: string | undefined;
  /** Bytes of it, with its colon. */
  length: number;
}

/** A property whose value may go on. */
interface OpenLine extends Head {
  parts: Uint8Array[];
  bytes: number;
  /** The last line ended in a soft break. */
  goesOn: boolean;
  /** And an empty line stands behind it. */
  isInterrupted: boolean;
}

/** Null for what is no property, as the lines of a photograph that some phones do not indent. */
export function readHead(line: Uint8Array): Head | null {
  const colon = endOfHead(line);
  if (colon < 0) return null;
  const [name = '', ...parameters] = text(line.subarray(0, colon)).match(/(?:[^;"]|"[^"]*"?)+/g) ?? [];
  const read = parameters.map(parameterOf);
  const said = (name: string) => read.find((parameter) => parameter.name === name)?.value;
  const encoding = said('ENCODING')?.toUpperCase() ?? '';
  return {
    name: name
      .slice(name.lastIndexOf('.') + 1)
      .trim()
      .toUpperCase(),
    parameters: read,
    isQuoted: encoding === 'QUOTED-PRINTABLE',
    isBase64: encoding === 'BASE64' || encoding === 'B',
    charset: said('CHARSET'),
    length: colon + 1,
  };
}

function opened(line: Uint8Array): OpenLine | null {
  const head = readHead(line);
  if (!head) return null;
  const open = { ...head, parts: [], bytes: 0, goesOn: false, isInterrupted: false };
  append(open, line.subarray(head.length));
  return open;
}

/** Whether a line behind an empty one is a property, and no words of the value that was to go on. */
export const beginsProperty = (line: Uint8Array): boolean =>
  /^[\w.-]+[;:]/.test(text(line.subarray(0, MAX_HEAD_BYTES))) && readHead(line) !== null;

/** The colon behind name and parameters: one in quotation marks does not count. -1 when there is none. */
function endOfHead(line: Uint8Array): number {
  let isInQuotes = false;
  for (let at = 0; at < line.length && at < MAX_HEAD_BYTES; at++) {
    if (line[at] === QUOTE) isInQuotes = !isInQuotes;
    else if (line[at] === COLON && !isInQuotes) return at;
  }
  return -1;
}

/** The parameters that 2.1 writes without a name and that are no type. */
const ENCODINGS = ['QUOTED-PRINTABLE', 'BASE64', '8BIT', '7BIT'];

function parameterOf(written: string): Parameter {
  const equals = written.indexOf('=');
  const value = written.slice(equals + 1).replaceAll('"', '');
  if (equals >= 0) return { name: written.slice(0, equals).trim().toUpperCase(), value };
  return { name: ENCODINGS.includes(value.toUpperCase()) ? 'ENCODING' : 'TYPE', value };
}

function append(line: OpenLine, part: Uint8Array): void {
  line.goesOn = line.isQuoted && part.at(-1) === EQUALS;
  line.isInterrupted = false;
  const kept = (line.goesOn ? part.subarray(0, -1) : part).subarray(0, MAX_VALUE_BYTES - line.bytes);
  if (kept.length === 0) return;
  line.bytes += kept.length;
  line.parts.push(kept);
}

function closed({ name, parameters, parts, isQuoted, isBase64, charset }: OpenLine): CardLine {
  const whole = joined(parts);
  const decoded = isQuoted ? unquoted(whole) : isBase64 ? fromBase64(whole) : whole;
  return { name, parameters, value: text(decoded, charset) };
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Undoes quoted-printable; an equals sign that begins no byte stays. */
function unquoted(bytes: Uint8Array): Uint8Array {
  const read = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const [byte = 0, high = Number.NaN, low = Number.NaN] = [
      bytes[at],
      hexDigit(bytes[at + 1]),
      hexDigit(bytes[at + 2]),
    ];
    const isByte = byte === EQUALS && !Number.isNaN(high + low);
    read[length++] = isByte ? high * 16 + low : byte;
    if (isByte) at += 2;
  }
  return read.subarray(0, length);
}

/** What is no Base64 stays. */
function fromBase64(bytes: Uint8Array): Uint8Array {
  try {
    return Uint8Array.from(atob(text(bytes)), (character) => character.charCodeAt(0));
  } catch {
    return bytes;
  }
}

const hexDigit = (byte = 0): number => Number.parseInt(String.fromCharCode(byte), 16);

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** In the character set that the card names, else in UTF-8, else as old Windows programs write. */
function text(bytes: Uint8Array, charset = 'utf-8'): string {
  try {
    if (/^utf-?8$/i.test(charset)) return UTF8.decode(bytes);
  } catch {
    // It was cut within a character, or is none.
  }
  try {
    // What was cut within a character loses that one.
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
