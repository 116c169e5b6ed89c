import type { Chat } from './chat.ts';
import { unreadOf } from './conversation.ts';

/** While a page is not looked at, its title says how many messages wait: `(2) Shop`. */
export function countInTitle(chat: Chat): void {
  let mark = '';
  const show = () => {
    const unread = unreadOf(chat.state().messages);
    const wanted = document.hidden && unread > 0 ? `(${unread}) ` : '';
    if (wanted === mark) return;
    const title = document.title.startsWith(mark) ? document.title.slice(mark.length) : document.title;
    document.title = wanted + title;
    mark = wanted;
  };
  chat.subscribe(show);
  document.addEventListener('visibilitychange', show);
}
