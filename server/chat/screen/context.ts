import type { ChatWords } from '@balcao/shared/features/web-chat/design.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { createContext } from 'preact';
import { useContext, useEffect, useReducer } from 'preact/hooks';
import type { Chat, ChatState } from '../chat.ts';
import type { Words } from '../words.ts';

interface Shown {
  chat: Chat;
  language: Language;
  /** Ours. */
  words: Words;
  /** The shop's, with ours where it has none. */
  said: ChatWords;
  /** It is shown to whoever makes it, beside other things. */
  isPreview: boolean;
}

export const ShownChat = createContext<Shown | null>(null);

/** What is shown, drawn again whenever it changes. */
export function useChat(): Shown & { state: ChatState } {
  const shown = useContext(ShownChat);
  if (!shown) throw new Error('no chat around it');
  const [, draw] = useReducer((count: number) => count + 1, 0);
  useEffect(() => shown.chat.subscribe(() => draw(undefined)), [shown.chat]);
  return { ...shown, state: shown.chat.state() };
}
