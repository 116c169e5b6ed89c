import type { MentionItem } from '@balcao/shared/features/mentions/bridge.ts';
import type { notificationTexts } from '../../core/notify/texts.ts';
import type { Notice } from '../../hosts/host.ts';
import { BURST_TICKETS } from '../tickets/ticket-policy.ts';

interface Deps {
  /** The mention as the person sees it now. */
  mention(id: string): MentionItem | null;
  /** Tickets on a screen that the person looks at. */
  seen(): ReadonlySet<number>;
  isSilent(): boolean;
  words(): ReturnType<typeof notificationTexts>;
  show(notice: Notice): void;
  withdraw(key: string): void;
}

/** The key of the one notification that sums up many mentions. */
const MANY_MENTIONS = 'mentions';

/** Notifies a person whom a colleague has named: once for each, until it is read. */
export function createMentionNotices(deps: Deps) {
  const { show, withdraw } = deps;
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
    show({ key, path: `/tickets/${mention.ticketUuid}`, ...deps.words().ofMention(mention), answer: null });
  }

  return {
    /** `wasMissed`: it came while this console was not connected. */
    came(id: string, wasMissed: boolean): void {
      if (wasMissed) missed.add(id);
      else if (!deps.isSilent() && !isSettled(id)) {
        const mention = deps.mention(id);
        if (mention) tell(mention);
      }
    },
    caughtUp(): void {
      const left = [...missed].filter((id) => !isSettled(id)).flatMap((id) => deps.mention(id) ?? []);
      missed.clear();
      if (left.length === 0 || deps.isSilent()) return;
      if (left.length <= BURST_TICKETS) {
        for (const mention of left) tell(mention);
        return;
      }
      shown.set(
        MANY_MENTIONS,
        left.map(({ id }) => id),
      );
      show({ key: MANY_MENTIONS, path: '/tickets', ...deps.words().ofMentions(left.length), answer: null });
    },
    review(): void {
      for (const [key, ids] of shown) {
        if (!ids.every(isSettled)) continue;
        shown.delete(key);
        withdraw(key);
      }
    },
    stop(): void {
      for (const key of shown.keys()) withdraw(key);
    },
  };
}
