import { useEffect, useState } from 'react';

/** Whether the person looks at this window: it is visible and has the keyboard. */
export function useWindowFocus(): boolean {
  const [focused, setFocused] = useState(isFocused);
  useEffect(() => {
    const look = () => setFocused(isFocused());
    const events = ['focus', 'blur'] as const;
    for (const event of events) window.addEventListener(event, look);
    document.addEventListener('visibilitychange', look);
    return () => {
      for (const event of events) window.removeEventListener(event, look);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return focused;
}

const isFocused = () => document.hasFocus() && document.visibilityState === 'visible';
