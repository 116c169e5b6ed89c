import { VisuallyHidden } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useBridgeEvent } from '../../../renderer/kit/bridge-context.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useWriting } from '../../../renderer/kit/use-writing.ts';
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

/** Who writes, 0 being the customer, and who looks on. */
function usePresence(ticketId: number) {
  const { writing, hear } = useWriting(ticketId);
  const [viewing, setViewing] = useState<readonly number[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of another conversation nothing is known yet
  useEffect(() => setViewing([]), [ticketId]);
  useBridgeEvent('conversation.presence', (news) => {
    if (news.topic === 'chat-typing' || news.data.ticketId !== ticketId) return;
    if (news.topic === 'viewing') return setViewing(news.data.userIds);
    hear(news.data.userId ?? 0, news.data.state);
  });
  return { writing, viewing };
}
