import { TYPING_MS, type TypingState } from '@balcao/shared/sync/ephemeral.ts';
import { useEffect, useState } from 'react';
import { useBridgeEvent } from '../../../app/bridge-context.tsx';
import { useBridgeQuery } from '../../../app/bridge-query.ts';
import { useTexts } from '../../../app/use-texts.ts';
import classes from './presence-line.module.css';

/** Says who writes or looks on right now; nothing when nobody does. */
export function PresenceLine({ ticketId, ownUserId }: { ticketId: number; ownUserId: number }) {
  const { t } = useTexts();
  const { data: users = [] } = useBridgeQuery('users.list', null);
  const { writing, viewing } = usePresence(ticketId);
  const nameOf = (id: number) => users.find((user) => user.id === id)?.name ?? '';
  const customer = writing.get(0);
  const colleague = [...writing.keys()].find((id) => id !== 0 && id !== ownUserId);
  const others = viewing.filter((id) => id !== ownUserId).map(nameOf);

  if (customer) return <Line isLive>{t(`conversation:presence.customer.${customer}`)}</Line>;
  const state = colleague && writing.get(colleague);
  if (state)
    return <Line isLive>{t(`conversation:presence.colleague.${state}`, { name: nameOf(colleague) })}</Line>;
  if (others.length > 0)
    return (
      <Line>{t('conversation:presence.viewing', { names: others.join(', '), count: others.length })}</Line>
    );
  return null;
}

function Line({ children, isLive = false }: { children: string; isLive?: boolean }) {
  return (
    <span className={classes.line} data-live={isLive || undefined} role="status">
      {children}
    </span>
  );
}

type Writing = Exclude<TypingState, 'paused'>;

/** By agent; 0 is the customer. */
function usePresence(ticketId: number) {
  const [writing, setWriting] = useState<ReadonlyMap<number, Writing>>(new Map());
  const [viewing, setViewing] = useState<readonly number[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another conversation nothing is known yet
  useEffect(() => {
    setWriting(new Map());
    setViewing([]);
  }, [ticketId]);
  // Whoever falls silent has stopped.
  useEffect(() => {
    if (writing.size === 0) return;
    const timer = window.setTimeout(() => setWriting(new Map()), TYPING_MS);
    return () => window.clearTimeout(timer);
  }, [writing]);

  useBridgeEvent('conversation.presence', (news) => {
    if (news.data.ticketId !== ticketId) return;
    if (news.topic === 'viewing') return setViewing(news.data.userIds);
    const { userId, state } = news.data;
    setWriting((before) => {
      const others = [...before].filter(([id]) => id !== (userId ?? 0));
      return new Map(state === 'paused' ? others : [...others, [userId ?? 0, state]]);
    });
  });
  return { writing, viewing };
}
