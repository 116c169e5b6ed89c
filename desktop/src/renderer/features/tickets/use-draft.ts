import { useCallback, useEffect, useRef, useState } from 'react';
import { useBridge } from '../../app/bridge-context.tsx';

const SAVE_PAUSE_MS = 400;

/**
 * The unfinished text of one ticket. It is kept by the core, so it survives a switch, a restart and a crash; the
 * ticket of a text never changes, because each composer lives for one ticket only.
 */
export function useDraft(ticketId: number, userId: number) {
  const bridge = useBridge();
  const [body, setBody] = useState('');
  const unsaved = useRef<string | null>(null);
  const touched = useRef(false);

  const save = useCallback(() => {
    if (unsaved.current === null) return;
    const text = unsaved.current;
    unsaved.current = null;
    bridge
      .invoke('drafts.set', {
        ticketId,
        userId,
        body: text,
        note: '',
        mode: 'message',
        quotedMsgId: null,
        files: [],
      })
      .catch(() => {
        // The core is away: the next change or the way out tries again.
        unsaved.current ??= text;
      });
  }, [bridge, ticketId, userId]);

  useEffect(() => {
    let left = false;
    bridge
      .invoke('drafts.get', { ticketId })
      .then((draft) => {
        if (!left && !touched.current) setBody(draft.body);
      })
      .catch(() => {});
    window.addEventListener('pagehide', save);
    return () => {
      left = true;
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [bridge, ticketId, save]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text starts the pause again
  useEffect(() => {
    const timer = setTimeout(save, SAVE_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [body, save]);

  const change = useCallback(
    (text: string) => {
      touched.current = true;
      unsaved.current = text;
      setBody(text);
      // A sent text must not come back after a crash.
      if (text === '') save();
    },
    [save],
  );

  return { body, change };
}
