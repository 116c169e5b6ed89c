import { useEffect, useRef } from 'react';

/** Keeps what a field holds when the conversation beside it changes: a field that is taken away is told of no blur. */
export function useSaveOnLeave(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => () => latest.current(), []);
}
