import type { MentionItem } from '@balcao/shared/features/mentions/bridge.ts';
import type { NoticeBoard } from '../../core/notify/notice-board.ts';
import { BURST_TICKETS } from '../tickets/ticket-policy.ts';

interface Deps {
  board: NoticeBoard;
  /** The mention as the person sees it now. */
  mention(id: string): MentionItem | null;
  /** Tickets on a screen that the person looks at. */
  seen(): ReadonlySet<number>;
}

/** The key of the one notification that sums up many mentions. */
const MANY_MENTIONS = 'mentions';

/** Notifies a person whom a colleague has named: once for each, until it is read. */
export function createMentionNotices(deps: Deps) {
  const { board } = deps;
  /** Mentions on the screen, by the key of their notification. */
  const shown = new Map<string, string[]>();
  const missed = new Set<string>();

  const isSettled = (id: string): boolean => {
    const mention = deps.mention(id);
    return (
      !mention || mention.readAt !== null || (mention.ticketId !== null && deps.seen().has(mention.ticketId))
    );
  };

  function tell(mention: MentionItem): void {
    const key = `mention-${mention.id}`;
    shown.set(key, [mention.id]);
    board.show({
      key,
      path: `/tickets/${mention.ticketUuid}`,
      ...board.words().ofMention(mention),
      answer: null,
    });
  }

  return {
    /** `wasMissed`: it came while this console was not connected. */
    came(id: string, wasMissed: boolean): void {
      if (wasMissed) missed.add(id);
      else if (!board.isSilent() && !isSettled(id)) {
        const mention = deps.mention(id);
        if (mention) tell(mention);
      }
    },
    caughtUp(): void {
      const left = [...missed].filter((id) => !isSettled(id)).flatMap((id) => deps.mention(id) ?? []);
      missed.clear();
      if (left.length === 0 || board.isSilent()) return;
      if (left.length <= BURST_TICKETS) {
        for (const mention of left) tell(mention);
        return;
      }
      shown.set(
        MANY_MENTIONS,
        left.map(({ id }) => id),
      );
      board.show({
        key: MANY_MENTIONS,
        path: '/tickets',
        ...board.words().ofMentions(left.length),
        answer: null,
      });
    },
    review(): void {
      for (const [key, ids] of shown) {
        if (!ids.every(isSettled)) continue;
        shown.delete(key);
        board.withdraw(key);
      }
    },
    stop(): void {
      for (const key of shown.keys()) board.withdraw(key);
    },
  };
}
