import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { create } from 'zustand';

interface SeenImports {
  seen: ReadonlySet<string>;
  see(id: string): void;
}

/** Imports whose end was seen: the page need not announce them again. */
export const useSeenImports = create<SeenImports>()((set, get) => ({
  seen: new Set(),
  see: (id) => set({ seen: new Set([...get().seen, id]) }),
}));

const LOOK_MS = 1_000;

/** Looks again while an import runs; afterwards everything of that group of paths is read again. */
export function useLookAgain(isRunning: boolean, look: () => unknown, group: string): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(look, LOOK_MS);
    return () => {
      clearInterval(timer);
      void client.invalidateQueries({ queryKey: ['api', group] });
    };
  }, [isRunning, look, client, group]);
}
