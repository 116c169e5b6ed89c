import type { MessageKey } from '@balcao/shared/sync/frames.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useBridgeQuery } from '../../../app/bridge-query.ts';

const TYPING_MS = 150;

/** The search inside one conversation: what was found, and at which of it the reader stands. */
export function useFind(contactId: number, opened: boolean, jump: (key: MessageKey) => void) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [position, setPosition] = useState(0);
  const active = opened && text !== '';
  const { data } = useBridgeQuery('messages.find', { contactId, text: text || ' ' }, { enabled: active });
  const hits = active ? (data?.hits ?? []) : [];

  const show = (next: number) => {
    const hit = hits[next];
    if (!hit) return;
    setPosition(next);
    jump(hit);
  };

  // The newest hit is shown as soon as there is one; what comes meanwhile does not take the reader away.
  const first = active ? data?.hits[0] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    setPosition(0);
    if (first) jump(first);
  }, [text, first === undefined]);

  return {
    typed,
    setTyped,
    text: active ? text : '',
    total: hits.length,
    position,
    searched: active && data !== undefined,
    complete: data?.complete ?? true,
    /** Towards the older ones. */
    previous: () => show((position + 1) % Math.max(1, hits.length)),
    next: () => show((position - 1 + hits.length) % Math.max(1, hits.length)),
  };
}
