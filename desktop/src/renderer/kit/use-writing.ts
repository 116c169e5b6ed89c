import { TYPING_MS, type TypingState } from '@balcao/shared/sync/ephemeral.ts';
import { useEffect, useState } from 'react';

type Writing = Exclude<TypingState, 'paused'>;

/** Who writes at a place, as it is heard: by person, 0 for a customer. @param place its id: of another nothing is known yet */
export function useWriting(place: number) {
  const [writing, setWriting] = useState<ReadonlyMap<number, Writing>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another place nothing is known yet
  useEffect(() => setWriting(new Map()), [place]);
  // A writer who falls silent has stopped.
  useEffect(() => {
    if (writing.size === 0) return;
    const timer = window.setTimeout(() => setWriting(new Map()), TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [writing]);
  const hear = (who: number, state: TypingState) =>
    setWriting((before) => {
      const others = [...before].filter(([id]) => id !== who);
      return new Map(state === 'paused' ? others : [...others, [who, state]]);
    });
  return { writing, hear };
}
