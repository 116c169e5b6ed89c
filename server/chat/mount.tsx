/** @jsxImportSource preact */
import type { ChatDesign, ChatWords } from '@balcao/shared/features/web-chat/design.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { render } from 'preact';
import type { Chat } from './chat.ts';
import { chatPalette } from './colours.ts';
import { App } from './screen/app.tsx';
import css from './screen/chat.css?inline';
import { ShownChat } from './screen/context.ts';
import { WORDS, type Words } from './words.ts';

interface Mounted {
  setDark(isDark: boolean): void;
  end(): void;
}

/**
 * Shows a chat in a room of its own: nothing of the page's styles reaches it, and nothing of it the page. Styles are made
 * by the script, so that a policy without `unsafe-inline` lets them be.
 */
export function mountChat(host: HTMLElement, chat: Chat, language: Language, isPreview = false): Mounted {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  host.lang = language;
  const words = WORDS[language];
  const shown = { chat, language, words, said: wordsOf(chat.design, language, words), isPreview };
  render(
    <ShownChat.Provider value={shown}>
      <App />
    </ShownChat.Provider>,
    root,
  );
  return {
    setDark(isDark) {
      host.toggleAttribute('data-dark', isDark);
      const { accent, onAccent, ink } = chatPalette(chat.design.colour, isDark ? 'dark' : 'light');
      host.style.setProperty('--accent', accent);
      host.style.setProperty('--on-accent', onAccent);
      host.style.setProperty('--ink', ink);
    },
    end: () => render(null, root),
  };
}

/** The shop's words, and ours where it has none. */
function wordsOf({ words: all }: ChatDesign, language: Language, ours: Words): ChatWords {
  const { title, subtitle, greeting, closed, formTitle, consent } = all[language];
  return {
    title: title || ours.title,
    subtitle: subtitle || ours.subtitle,
    greeting: greeting || ours.greeting,
    closed: closed || ours.closed,
    formTitle: formTitle || ours.form.title,
    consent: consent || ours.form.consent,
  };
}
