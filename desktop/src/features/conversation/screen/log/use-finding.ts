import type { MessageKey } from '@balcao/shared/contract/message-key.ts';
import type { RefObject } from 'react';
import { useFindStore } from '../find-store.ts';
import { useFind } from './use-find.ts';
import { useTextHighlight } from './use-text-highlight.ts';

/** The search in a log: whether it is open, its hits, and how it opens and closes. */
export function useFinding(
  contactIds: number[],
  canFind: boolean,
  scroller: RefObject<HTMLDivElement | null>,
  jump: (key: MessageKey) => void,
) {
  const store = useFindStore();
  const isOpen = store.isOpen && canFind;
  const find = useFind(contactIds, isOpen, jump);
  useTextHighlight(scroller, find.text);
  const end = () => store.setOpen(false);
  return {
    isOpen,
    find,
    end,
    /** Moves the focus from its field back to the messages. */
    leave() {
      end();
      scroller.current?.focus();
    },
  };
}
