import { DAY_STYLES, LOCALES } from '../time/dates.ts';
import en from './automatic/en.json' with { type: 'json' };
import es from './automatic/es.json' with { type: 'json' };
import pt from './automatic/pt.json' with { type: 'json' };

/** The company's automatic messages and greeting, in its own language. */
export const AUTOMATIC_TEXTS = { pt, en, es };

/** The values that a text to a customer may use. Absent and null: no such value. */
export interface VariableValues {
  /** The contact's name. */
  name: string;
  /** The agent's name. */
  user?: string | null | undefined;
  queue?: string | null | undefined;
  /** The ticket's number. */
  ticket?: number | null | undefined;
  /** The contact's further fields, each by its name. */
  extraInfo?: readonly { name: string; value: string }[] | undefined;
  /** The moment that the text refers to. */
  at: Date;
  /** IANA name of the company's timezone. */
  timezone: string;
  /** The company's language. */
  language: keyof typeof AUTOMATIC_TEXTS;
}

/** The variables that every text may hold. */
export const VARIABLES = [
  'firstName',
  'name',
  'greeting',
  'protocol',
  'date',
  'hour',
  'ms',
  'hora',
  'user',
  'queue',
  'ticket',
] as const;
type Variable = (typeof VARIABLES)[number];

/** The variables offered to a writer: the others are further words for greeting and hour, which older texts use. */
export const OFFERED_VARIABLES = VARIABLES.filter((name) => name !== 'ms' && name !== 'hora');

const isVariable = (name: string): name is Variable => VARIABLES.some((one) => one === name);

/** Names of a contact's further fields are people's own: with spaces and accents, in any case. */
const PLACE = /\{\{\s*([^{}\n]{1,100}?)\s*\}\}/g;

/**
 * Puts values in the places of their names, once: a value that looks like a variable stays unchanged. An unknown one
 * stays literal; what is known and empty becomes nothing.
 */
export function fillVariables(text: string, values: VariableValues): string {
  // Most texts use no variable, and a calendar is not cheap.
  if (!text.includes('{{')) return text;
  const moment = partsOf(values);
  return text.replace(PLACE, (whole, name: string) => {
    if (isVariable(name)) return valueFor(name, values, moment);
    const wanted = name.toLowerCase();
    const field = values.extraInfo?.find((info) => info.name.trim().toLowerCase() === wanted);
    return field ? field.value : whole;
  });
}

/** A text in its order: words, and names of variables between them. */
export function splitByVariables(text: string): ({ words: string } | { name: string })[] {
  // A captured group stands between the words around it.
  return text
    .split(PLACE)
    .map((part, index) => (index % 2 === 0 ? { words: part } : { name: part }))
    .filter((part) => !('words' in part && part.words === ''));
}

/** The variables that a text uses, each once. */
export const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACE)].map(([, name = '']) => name)),
];

interface Moment {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
}

function valueFor(name: Variable, values: VariableValues, moment: Moment): string {
  const { year, month, day, hour, minute, second } = moment;
  switch (name) {
    case 'firstName':
      return values.name.trim().split(/\s+/)[0] ?? '';
    case 'name':
      return values.name;
    case 'greeting':
    case 'ms':
      return AUTOMATIC_TEXTS[values.language].greetings[partOfDay(Number(hour))];
    case 'protocol':
      return year + month + day + hour + minute + second;
    case 'date':
      return new Intl.DateTimeFormat(LOCALES[values.language], {
        ...DAY_STYLES[values.language],
        timeZone: values.timezone,
      }).format(values.at);
    case 'hour':
      return `${hour}:${minute}`;
    case 'hora':
      return `${hour}:${minute}:${second}`;
    case 'user':
      return values.user ?? '';
    case 'queue':
      return values.queue ?? '';
    case 'ticket':
      return values.ticket == null ? '' : String(values.ticket);
  }
}

function partOfDay(hour: number): keyof typeof pt.greetings {
  if (hour < 6) return 'dawn';
  if (hour < 12) return 'morning';
  return hour < 18 ? 'afternoon' : 'evening';
}

/** The moment as the company's clocks show it. */
function partsOf({ at, timezone }: VariableValues): Moment {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(at);
  const of = (type: keyof Moment) => parts.find((part) => part.type === type)?.value ?? '';
  return {
    year: of('year'),
    month: of('month'),
    day: of('day'),
    hour: of('hour'),
    minute: of('minute'),
    second: of('second'),
  };
}
