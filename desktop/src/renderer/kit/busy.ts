import { BUSY_REPEAT_MS } from '@balcao/shared/features/updates/bridge.ts';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useBridge } from './bridge-context.tsx';

/** Recordings that are under way on this screen. */
const useRecordings = create(() => ({ count: 0 }));

/** While a voice is recorded the program does not start again. */
export function useBusyWhile(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const count = (by: number) => useRecordings.setState((now) => ({ count: now.count + by }));
    count(1);
    return () => count(-1);
  }, [active]);
}

/** The cursor is in a field with text; an empty field does not count. */
function isWriting(element: Element | null): boolean {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
    return element.value !== '';
  return element instanceof HTMLElement && element.isContentEditable && element.textContent !== '';
}

/** Reports to the core whether the agent is typing or recording here, repeatedly as long as it lasts. */
export function useTellBusy(): void {
  const bridge = useBridge();
  useEffect(() => {
    const screen = crypto.randomUUID();
    let told = false;
    let repeat: ReturnType<typeof setInterval> | undefined;
    const tell = (busy: boolean) => void bridge.invoke('screen.busy', { screen, busy }).catch(() => {});
    const review = (busy = useRecordings.getState().count > 0 || isWriting(document.activeElement)) => {
      if (busy === told) return;
      told = busy;
      clearInterval(repeat);
      tell(busy);
      if (busy) repeat = setInterval(tell, BUSY_REPEAT_MS, true);
    };
    // Checked after the event: while the focus moves, no element has it.
    const later = () => queueMicrotask(review);
    const events = ['focusin', 'focusout', 'input', 'pagehide'] as const;
    for (const event of events) window.addEventListener(event, later);
    const stop = useRecordings.subscribe(later);
    return () => {
      stop();
      for (const event of events) window.removeEventListener(event, later);
      review(false);
    };
  }, [bridge]);
}
