import { type Heard, plainName } from './heard.ts';
import { numbersAmong } from './number-words.ts';
import type { BotScript } from './script.ts';

/** What stands in a menu. */
export interface Choice {
  id: number;
  number: number;
  name: string;
}

/** What a customer has chosen; `read`: the words that say so, when others stand around them. */
export interface Chosen<T> {
  choice: T;
  read: string | null;
}

/** Who writes more tells a story, and names things in it. */
const MAX_WORDS = 12;

/** Whoever says what they do not want has not chosen it; of a name, such as "Sem sinal", they are words like others. */
const NEGATIONS = new Set(['nao', 'not', 'dont', 'nunca', 'nem', 'ni', 'sem', 'without']);

/** Words of names that choose nothing by themselves. */
const SMALL_WORDS = new Set(
  'a as o os e ou de da do das dos em no na nos nas com para por um uma ao y el la los las del con un una en the of and or for to in an'.split(
    ' ',
  ),
);

/** Announce a number: what follows is none of the words of a name. */
const MARKERS = new Set('opcao opcion option numero number num n'.split(' '));

/** May stand around a number, or a part of a name, without a meaning of their own. */
const FILLERS = new Set([
  ...'a as o os el la los las the eu yo i de da do pode ser por favor pf pfv pls please porfa'.split(' '),
  ...'quero queria gostaria quiero quisiera want would like escolho elijo choose prefiro prefiero'.split(' '),
  ...'oi ola opa hi hello hola bom boa dia tarde noite buenos buenas dias tardes noches good morning'.split(
    ' ',
  ),
  ...'ok okay sim si yes gracias obrigado obrigada thanks'.split(' '),
]);

/** What people do who ask for a part of the company. */
const REQUESTS = new Set('falar conversar hablar talk speak preciso necesito need ir'.split(' '));

/** Stand within a number, and in many names. */
const JOINTS = new Set(['e', 'y', 'and']);

/**
 * What the customer has chosen of a menu: by tapping what is still called so, by the number or the name alone, else by
 * words, when they fit exactly one choice. Nothing is guessed: words are whole, and of two that fit none is chosen.
 */
export function chosenOf<T extends Choice>(
  heard: Heard,
  choices: readonly T[],
  language: BotScript['language'],
): Chosen<T> | undefined {
  if (heard.kind === 'tap') {
    const tapped = choices.find(({ id, name }) => id === heard.id && name === heard.name);
    return tapped && { choice: tapped, read: null };
  }
  if (heard.kind !== 'words') return undefined;
  const exact =
    choices.find(({ number }) => heard.number === number) ??
    choices.find(
      ({ name }) => heard.number === null && heard.words !== '' && heard.words === plainName(name),
    );
  if (exact) return { choice: exact, read: null };
  if (heard.number !== null) return undefined;
  const said = wordsOf(heard.words);
  const named = new Set(choices.flatMap(({ name }) => wordsOf(plainName(name))));
  if (said.length > MAX_WORDS || isDeclined(said, named, language)) return undefined;
  const fitting = [
    ...byNumber(said, choices, named, language),
    ...byName(said, choices),
    ...byPart(said, choices, language),
  ];
  const [only] = fitting;
  return only && fitting.every(({ choice }) => choice === only.choice) ? only : undefined;
}

/** "No" says in Portuguese where somebody wants to go, when a name follows; elsewhere, and before a verb, it declines. */
function isDeclined(
  said: readonly string[],
  named: ReadonlySet<string>,
  language: BotScript['language'],
): boolean {
  const [first, second] = said;
  const isPlace = language === 'pt' && second !== undefined && named.has(second);
  if (first === 'no' && !named.has(first) && !isPlace) return true;
  return said.some((word) => NEGATIONS.has(word) && !named.has(word));
}

/** A number among words that mean nothing else. One with a word of a name in it is read only behind a marker. */
function byNumber<T extends Choice>(
  said: readonly string[],
  choices: readonly T[],
  named: ReadonlySet<string>,
  language: BotScript['language'],
): Chosen<T>[] {
  // "É o 2": elsewhere it stands between two.
  const { numbers, others } = numbersAmong(said[0] === 'e' ? said.slice(1) : said, language);
  const [only] = numbers;
  if (only === undefined || numbers.length > 1) return [];
  if (others.some((other) => !MARKERS.has(other) && !FILLERS.has(other))) return [];
  const isNamed = only.words.some((word) => named.has(word) && !JOINTS.has(word));
  if (isNamed && !others.some((other) => MARKERS.has(other))) return [];
  return choices
    .filter(({ number }) => number === only.number)
    .map((choice) => ({ choice, read: only.words.join(' ') }));
}

/** Every word of a name that means something is said, and none that only another name has. */
function byName<T extends Choice>(said: readonly string[], choices: readonly T[]): Chosen<T>[] {
  const names = choices.map((choice) => ({ choice, words: meaningIn(wordsOf(plainName(choice.name))) }));
  const saidOfNames = said.filter((word) => !FILLERS.has(word) && !REQUESTS.has(word));
  return names.flatMap(({ choice, words }) => {
    const isWhole = words.length > 0 && words.every((word) => said.includes(word));
    const others = saidOfNames.filter((word) => !words.includes(word));
    const isOfAnother = names.some((other) => other.words.some((word) => others.includes(word)));
    return isWhole && !isOfAnother ? [{ choice, read: words.join(' ') }] : [];
  });
}

/** A part of a name, with nothing beside it that means something else; a number in words may be meant as one. */
function byPart<T extends Choice>(
  said: readonly string[],
  choices: readonly T[],
  language: BotScript['language'],
): Chosen<T>[] {
  const meant = meaningIn(said).filter((word) => !FILLERS.has(word) && !REQUESTS.has(word));
  const counted = new Set(numbersAmong(said, language).numbers.flatMap(({ words }) => words));
  if (meant.every((word) => counted.has(word))) return [];
  return choices
    .filter(({ name }) => {
      const words = wordsOf(plainName(name));
      return meant.every((word) => words.includes(word));
    })
    .map((choice) => ({ choice, read: meant.join(' ') }));
}

const meaningIn = (words: readonly string[]) => words.filter((word) => !SMALL_WORDS.has(word));

/** "Don't" is one word. */
const wordsOf = (folded: string): string[] => folded.replaceAll(/['’]/g, '').match(/[\p{L}\p{N}]+/gu) ?? [];
