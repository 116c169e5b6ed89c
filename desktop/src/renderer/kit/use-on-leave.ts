import { useEffect, useRef } from 'react';

/** Does what is left to do when a field is taken away, with what it held then: it is told of no blur. */
export function useOnLeave(leave: () => void): void {
  const latest = useRef(leave);
  useEffect(() => {
    latest.current = leave;
  });
  useEffect(() => () => latest.current(), []);
}
