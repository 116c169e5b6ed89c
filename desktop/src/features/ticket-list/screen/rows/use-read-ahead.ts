import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useEffect, useRef } from 'react';
import { shallow } from 'zustand/shallow';
import { useReadConversation } from '../../../../renderer/components/message/use-messages.ts';

/** So long the rows must rest: who scrolls or hears news by the second has better things to wait for. Milliseconds. */
const REST_MS = 100;

/**
 * Reads the conversations of the rows in sight, one after the other, while the agent is idle: whichever is opened
 * next is painted at once.
 *
 * @param inSight tickets whose messages are on this computer: nobody asks the server for what may never be opened
 */
export function useReadAhead(inSight: readonly (TicketItem | undefined)[]): void {
  const read = useReadConversation();
  const steady = useRef(inSight);
  if (!shallow(steady.current, inSight)) steady.current = inSight;
  const rows = steady.current;
  useEffect(() => {
    let isOver = false;
    const readAll = async () => {
      for (const ticket of rows) {
        if (ticket?.status !== 'open') continue;
        await idle();
        if (isOver) return;
        await read(ticket);
      }
    };
    const timer = setTimeout(() => void readAll(), REST_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [rows, read]);
}

const idle = () => new Promise((resolve) => requestIdleCallback(resolve));
