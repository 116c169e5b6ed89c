import type { OfferedMenu } from '../channel.ts';

/**
 * What Meta takes; it refuses the whole message otherwise. Its characters are never more than those of JavaScript, in
 * which many emoji count twice.
 */
const BUTTONS = { most: 3, title: 20 };
const LIST = { most: 10, title: 24, description: 72, button: 20 };
const LEAD_CHARS = 1_024;

/** A menu as Meta's buttons, else as its list; null where it fits neither, and stays text. */
export function interactiveOf({ lead, button, choices }: OfferedMenu): object | null {
  if (lead.length > LEAD_CHARS || button.length > LIST.button) return null;
  const action = buttonsOf(choices) ?? listOf(button, choices);
  return action && { ...action, body: { text: lead } };
}

function buttonsOf(choices: OfferedMenu['choices']): object | null {
  const titles = choices.map(({ label }) => label);
  if (choices.length > BUTTONS.most || titles.some(({ length }) => length > BUTTONS.title)) return null;
  if (!isDistinct(titles)) return null;
  const buttons = choices.map(({ tap, label }) => ({ type: 'reply', reply: { id: tap, title: label } }));
  return { type: 'button', action: { buttons } };
}

function listOf(button: string, choices: OfferedMenu['choices']): object | null {
  if (choices.length > LIST.most || choices.some(({ label }) => label.length > LIST.description)) return null;
  const rows = choices.map(({ tap, label }) =>
    label.length <= LIST.title
      ? { id: tap, title: label }
      : { id: tap, title: shortened(label), description: label },
  );
  if (!isDistinct(rows.map(({ title }) => title))) return null;
  return { type: 'list', action: { button, sections: [{ rows }] } };
}

const CUT = '…';

/** The beginning of a title that is too long, which stands below as a whole. Never half a character. */
function shortened(label: string): string {
  const most = LIST.title - CUT.length;
  const kept = label.slice(0, most).toWellFormed().replaceAll('\u{FFFD}', '').trimEnd();
  return `${kept}${CUT}`;
}

/** Meta refuses two that are called the same. */
const isDistinct = (titles: readonly string[]): boolean =>
  new Set(titles.map((title) => title.toLowerCase())).size === titles.length;

/** What was tapped in a list: the whole title, where only its beginning stood in the line. */
export const titleOfRow = ({ title, description }: { title: string; description: string }): string =>
  title.endsWith(CUT) && description ? description : title;
