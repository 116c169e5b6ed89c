import { useEffect } from 'react';

/** The same name as in message-log.module.css. */
const NAME = 'conversation-find';

/**
 * Marks words wherever the messages under an element begin one so, whatever the accents. The browser paints it, so no
 * message is drawn again.
 */
export function useTextHighlight(root: React.RefObject<HTMLElement | null>, text: string): void {
  useEffect(() => {
    if (!root.current || text === '') return;
    CSS.highlights.set(NAME, new Highlight(...rangesOf(root.current, text)));
    return () => void CSS.highlights.delete(NAME);
  });
}

function rangesOf(root: HTMLElement, text: string): Range[] {
  // A text without words, such as emoji, is searched unchanged.
  const words = plain(text).match(/[\p{L}\p{N}]+/gu) ?? [plain(text)];
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.parentElement?.closest('[data-message-id]')) continue;
    const content = plain(node.textContent ?? '');
    for (const word of words)
      for (let at = content.indexOf(word); at >= 0; at = content.indexOf(word, at + word.length)) {
        if (/[\p{L}\p{N}]/u.test(content.charAt(at - 1))) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        ranges.push(range);
      }
  }
  return ranges;
}

/** Each letter stays one, so that positions are those of the text. */
const plain = (text: string): string =>
  text.replace(/[\u00C0-\u024F]/g, (letter) => letter.normalize('NFD').charAt(0)).toLowerCase();
