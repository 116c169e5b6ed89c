import { useEffect, useRef } from 'react';
import { type Origin, onHeard, usePlayback } from '../../../../renderer/components/audio/playback.ts';
import type { ConversationRow } from './conversation-rows.ts';

/** Plays the voice note that directly follows the one that ended. */
export function useNextVoice(rows: readonly ConversationRow[], origin: Origin | null): void {
  const latest = useRef(rows);
  latest.current = rows;
  const { toggle } = usePlayback.getState();
  useEffect(
    () =>
      onHeard(({ url }) => {
        const index = latest.current.findIndex(({ message }) => message.mediaUrl === url);
        const [heard, next] = latest.current.slice(index, index + 2).map(({ message }) => message);
        if (index < 0 || !heard?.media?.voice || !next?.media?.voice) return;
        if (next.mediaUrl && !next.isDeleted && !next.viewOnce) toggle({ url: next.mediaUrl, origin });
      }),
    [toggle, origin],
  );
}
