import type { ChatDesign } from '@balcao/shared/features/web-chat/design.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import type { Chat, ChatState } from './chat.ts';
import { emptyConversation } from './conversation.ts';
import { mountChat } from './mount.tsx';

/** Stands for a picture of the shop’s, which its own pages show alone. */
const LOGO = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>';

interface Preview {
  design: ChatDesign;
  language: Language;
  isDark: boolean;
}

/** Shows the chat as a design makes it, to whoever changes that: nothing is said, and nothing is kept. */
export function showPreview(host: HTMLElement, { design, language, isDark }: Preview): () => void {
  const { setDark, end } = mountChat(
    host,
    stillChat({ ...design, logoUrl: design.logoUrl && LOGO }),
    language,
    true,
  );
  // It takes the keyboard from nobody.
  host.inert = true;
  setDark(isDark);
  return end;
}

function stillChat(design: ChatDesign): Chat {
  let state: ChatState = {
    ...emptyConversation(design.shop),
    isLoaded: true,
    line: 'live',
    own: [],
    isOpen: true,
    isCarried: true,
    isAsking: false,
    hasBeenHere: false,
    about: null,
    whatsApp: null,
  };
  const listeners = new Set<() => void>();
  const set = (change: Partial<ChatState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const nothing = () => {};
  return {
    design,
    state: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    setOpen: (isOpen) => set({ isOpen }),
    tellAbout: (about) => set({ about }),
    say: nothing,
    sendFile: nothing,
    retry: nothing,
    remove: nothing,
    type: nothing,
    askEarlier: nothing,
    askWhatsApp: nothing,
    leaveWhatsApp: nothing,
    addressOf: (path) => path,
    draft: { read: () => '', write: nothing },
  };
}
