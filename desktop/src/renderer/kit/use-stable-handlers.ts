import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Record<string, (...args: never[]) => void>;

/** Handlers that are the same functions at every drawing and do what the newest ones do: rows need no new drawing. */
export function useStableHandlers<H extends { [name in keyof H]: (...args: never[]) => void }>(
  handlers: H,
): H {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [steady] = useState(() => {
    const call = (name: string, args: never[]) => (latest.current as Handlers)[name]?.(...args);
    return Object.fromEntries(
      Object.keys(handlers).map((name) => [name, (...args: never[]) => call(name, args)]),
    ) as H;
  });
  return steady;
}
