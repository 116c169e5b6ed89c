import type { WritingHabits } from '@balcao/shared/features/composer/bridge.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { bridgeKey, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useErrorToast } from '../../../renderer/kit/toasts.tsx';

const FIRST: WritingHabits = { sendKey: 'enter', undoSeconds: 0, sign: false, recentEmoji: [], skinTone: 0 };

/** How the person likes to write, and what changes it. */
export function useHabits() {
  const bridge = useBridge();
  const client = useQueryClient();
  const toastError = useErrorToast();
  const { data: habits = FIRST } = useBridgeQuery('composer.habits', null);
  const change = useCallback(
    (patch: Partial<WritingHabits>) => {
      bridge
        .invoke('composer.setHabits', patch)
        .then((next) => client.setQueryData(bridgeKey('composer.habits', null), next))
        .catch(toastError);
    },
    [bridge, client, toastError],
  );
  return { habits, change };
}
