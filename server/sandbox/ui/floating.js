/** A box that opens beside a button and closes when one clicks elsewhere or presses Escape. */
import { h } from './dom.js';

const GAP_PX = 6;

export function createFloating(name) {
  const box = h('div', { class: 'floating', popover: 'auto', 'data-testid': name });
  const place = (button) => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const x = left + width > innerWidth - GAP_PX ? right - width : left;
    const y = bottom + height > innerHeight - GAP_PX ? top - height - GAP_PX : bottom + GAP_PX;
    box.style.left = `${Math.max(GAP_PX, x)}px`;
    box.style.top = `${Math.max(GAP_PX, y)}px`;
  };
  return {
    box,
    close: () => box.hidePopover(),
    /** Shows these elements beside the button; again in the same place for a further step. */
    open(button, ...content) {
      box.replaceChildren(...content.filter(Boolean));
      box.showPopover();
      place(button);
      box.querySelector('input, textarea, button')?.focus();
    },
  };
}
