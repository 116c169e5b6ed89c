import { TYPING_MS, type TypingState } from '@balcao/shared/sync/ephemeral.ts';
import { VisuallyHidden } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useBridgeEvent } from '../../kit/bridge-context.tsx';
import { useRows } from '../../kit/use-rows.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './presence-line.module.css';

interface Props {
  ticketId: number;
  ownUserId: number;
  /** The text of the line while nobody is typing. */
  children: ReactNode;
}

/**
 * Who writes right now, in the place of what stands there otherwise; who looks on, before it. One line in any case:
 * nothing below moves when colleagues come and go.
 */
export function PresenceLine({ ticketId, ownUserId, children }: Props) {
  const { t } = useTexts();
  const { data: users = [] } = useRows('user');
  const { writing, viewing } = usePresence(ticketId);
  const nameOf = (id: number) => users.find((user) => user.id === id)?.name ?? '';
  const customer = writing.get(0);
  const colleague = [...writing.keys()].find((id) => id !== 0 && id !== ownUserId);
  const others = viewing.filter((id) => id !== ownUserId).map(nameOf);

  // A colleague who is about to answer matters more than a customer who continues.
  const state = colleague && writing.get(colleague);
  if (state) return <Live>{t(`conversation:presence.colleague.${state}`, { name: nameOf(colleague) })}</Live>;
  if (customer) return <Live>{t(`conversation:presence.customer.${customer}`)}</Live>;
  if (others.length === 0) return children;
  const names = others.join(', ');
  const sentence = t('conversation:presence.viewing', { names, count: others.length });
  return (
    <>
      <span className={classes.viewers} role="status" title={sentence}>
        <VisuallyHidden>{sentence}</VisuallyHidden>
        <IconEye size={14} stroke={1.8} aria-hidden />
        <span aria-hidden>{names}</span>
      </span>
      {' · '}
      {children}
    </>
  );
}

function Live({ children }: { children: string }) {
  return (
    <span className={classes.live} role="status">
      {children}
    </span>
  );
}

type Writing = Exclude<TypingState, 'paused'>;

/** Keyed by agent; 0 is the customer. */
function usePresence(ticketId: number) {
  const [writing, setWriting] = useState<ReadonlyMap<number, Writing>>(new Map());
  const [viewing, setViewing] = useState<readonly number[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another conversation nothing is known yet
  useEffect(() => {
    setWriting(new Map());
    setViewing([]);
  }, [ticketId]);
  // A writer who falls silent has stopped.
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
