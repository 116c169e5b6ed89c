import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { isOlder } from '../../../../renderer/components/message/message-window.ts';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';

const TYPING_MS = 150;

/** The search inside what one log shows: the hits, and the reader's current one. */
export function useFind(contactIds: number[], opened: boolean, jump: (key: MessageKey) => void) {
  const [typed, setTyped] = useState('');
  const [text] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [at, setAt] = useState<MessageKey | null>(null);
  const active = opened && text !== '';
  const query = { contactIds, text: text || ' ' };
  const { data: here } = useBridgeQuery('messages.find', query, { enabled: active });
  const isPart = active && here?.complete === false;
  const { data: there, isError: isRefused } = useBridgeQuery('messages.findAtServer', query, {
    enabled: isPart,
  });
  const hits = active ? united(here?.hits ?? [], isPart ? (there?.hits ?? []) : []) : [];

  // Newer hits come before it, and it may be gone itself: then the next older one is current.
  const index = at ? hits.findIndex((hit) => !isOlder(at, hit)) : 0;
  const position = index < 0 ? hits.length - 1 : index;
  const show = (next: number) => {
    const hit = hits[next];
    if (!hit) return;
    setAt(hit);
    jump(hit);
  };

  // The newest hit is shown as soon as there is one; what comes meanwhile does not take the reader away.
  const first = hits[0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each text
  useEffect(() => {
    setAt(first ?? null);
    if (first) jump(first);
  }, [text, first === undefined]);

  return {
    typed,
    setTyped,
    text: active ? text : '',
    hits,
    total: hits.length,
    position,
    searched: hits.length > 0 || (here !== undefined && (!isPart || there !== undefined || isRefused)),
    /** Until the server has answered, the count covers this computer alone. */
    complete: !isPart || (there?.complete ?? false),
    /** Towards the older ones. */
    previous: () => show((position + 1) % Math.max(1, hits.length)),
    next: () => show((position - 1 + hits.length) % Math.max(1, hits.length)),
  };
}

function united(here: readonly MessageKey[], there: readonly MessageKey[]): MessageKey[] {
  const all = new Map([...here, ...there].map((hit) => [hit.id, hit]));
  return [...all.values()].sort((a, b) => (isOlder(a, b) ? 1 : -1));
}
