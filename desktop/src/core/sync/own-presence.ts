import { TYPING_REPEAT_MS, VIEWING_REPEAT_MS } from '@balcao/shared/sync/ephemeral.ts';
import type { PresenceFrame } from '@balcao/shared/sync/frames.ts';
import type { Clock } from './clock.ts';

type State = Omit<PresenceFrame, 'type'>;

/** Sends the agent's view and typing to the server, and repeats them as long as they last. */
export function createOwnPresence(clock: Clock, send: (frame: PresenceFrame) => void) {
  let state: State = { viewing: null, typing: null };
  let connected = false;
  let stopRepeating = () => {};

  function tell(): void {
    stopRepeating();
    if (!connected) return;
    send({ type: 'presence', ...state });
    if (state.viewing === null) return;
    stopRepeating = clock.after(state.typing ? TYPING_REPEAT_MS : VIEWING_REPEAT_MS, tell);
  }

  return {
    set(next: State): void {
      if (next.viewing === state.viewing && next.typing === state.typing) return;
      state = next;
      tell();
    },
    connected(): void {
      connected = true;
      if (state.viewing !== null) tell();
    },
    disconnected(): void {
      connected = false;
      stopRepeating();
    },
  };
}
