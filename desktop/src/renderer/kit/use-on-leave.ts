import { useEffect, useRef } from 'react';

/** Runs the rest of the work when a field is removed, with its last value: a removed field gets no blur. */
export function useOnLeave(leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => () => latest.current(), []);
}
