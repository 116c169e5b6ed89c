import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import type { InboundContent } from '../channel.ts';
import { clean } from './hostile.ts';

/**
 * A message that shows several things at once, as no phone of today sends them: the first is shown, and beneath it what
 * the others say. Null where the first has no place for words.
 *
 * @param each what each of them would show by itself
 */
export function joinSeveral(first: InboundContent, each: readonly InboundContent[]): InboundContent | null {
  if (first.kind === 'viewOnce') return first;
  if (!('text' in first)) return null;
  const shown = JSON.stringify(first);
  const others = each
    .flatMap(wordsOfContent)
    .filter((words) => !shown.includes(JSON.stringify(words).slice(1, -1)));
  return { ...first, text: clean(linesOf([first.text, ...others]), MESSAGE_MAX_CHARS) };
}

/** What several contents say, a line each. */
export const wordsOfSeveral = (each: readonly InboundContent[]): string =>
  linesOf(each.flatMap(wordsOfContent));

const linesOf = (words: readonly (string | undefined)[]): string =>
  [...new Set(words)].filter(Boolean).join('\n');

function wordsOfContent(content: InboundContent): string[] {
  switch (content.kind) {
    case 'contacts':
      return content.vcards;
    case 'poll':
      return [content.question, ...content.options];
    case 'viewOnce':
    case 'call':
    case 'unavailable':
      return [];
    case 'text':
    case 'location':
    case 'unsupported':
      return [content.text ?? ''];
    default:
      return [content.text, content.fileName];
  }
}
