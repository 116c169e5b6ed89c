import { TYPING_REPEAT_MS, VIEWING_REPEAT_MS } from '@balcao/shared/sync/ephemeral.ts';
import type { PresenceFrame } from '@balcao/shared/sync/frames.ts';
import type { Clock } from './clock.ts';

type State = Omit<PresenceFrame, 'type'>;

/** Sends the agent's view and typing to the server, and repeats them as long as they last. */
export function createOwnPresence(clock: Clock, send: (frame: PresenceFrame) => void) {
  let state: State = { viewing: null, typing: null, chat: null };
  let connected = false;
  let stopRepeating = () => {};

  const isAnywhere = () => state.viewing !== null || state.chat !== null;

  function tell(): void {
    stopRepeating();
    if (!connected) return;
    send({ type: 'presence', ...state });
    if (!isAnywhere()) return;
    const isTyping = state.typing ?? state.chat?.typing;
    stopRepeating = clock.after(isTyping ? TYPING_REPEAT_MS : VIEWING_REPEAT_MS, tell);
  }

  return {
    /** What is not named stays: a chat may be open beside a conversation. */
    set(change: Partial<State>): void {
      const next = { ...state, ...change };
      const isSame =
        next.viewing === state.viewing &&
        next.typing === state.typing &&
        next.chat?.id === state.chat?.id &&
        next.chat?.typing === state.chat?.typing;
      if (isSame) return;
      state = next;
      tell();
    },
    connected(): void {
      connected = true;
      if (isAnywhere()) tell();
    },
    disconnected(): void {
      connected = false;
      stopRepeating();
    },
  };
}
