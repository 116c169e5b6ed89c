import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { Lane as LaneCards } from '@balcao/shared/features/kanban/bridge.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button } from '@mantine/core';
import { IconLayoutKanban } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './kanban.module.css';
import { Lane } from './lane.tsx';
import { KEYS_HINT_ID, useBoardControl } from './use-board-control.ts';
import { useBoardDrag } from './use-board-drag.ts';
import { useLaneOrder } from './use-lane-order.ts';

interface Props {
  user: SessionUser;
  lanes: LaneCards[];
}

/** The lanes side by side. What is moved, by whatever means, is said to those who do not see it. */
export function Board({ user, lanes: read }: Props) {
  const { t } = useTexts();
  const mayOrder = can(user, 'tags:kanban');
  const [said, say] = useState('');
  const { lanes, place } = useLaneOrder(read, say);
  const control = useBoardControl({ user, lanes, say });
  const board = useRef<HTMLElement>(null);
  useBoardDrag(board, { onCard: control.handlers.move, onLane: place });
  return (
    <section ref={board} className={classes.board} aria-label={t('kanban:board')}>
      <p id={KEYS_HINT_ID} hidden>
        {t('kanban:keys')}
      </p>
      <div role="status" aria-live="assertive" className={classes.said} data-testid="kanban-said">
        {said}
      </div>
      {lanes.map((lane, index) => (
        <Lane
          key={lane.tag?.id ?? 0}
          lane={lane}
          index={index}
          user={user}
          activeId={control.active?.lane === index ? control.active.id : null}
          isAimed={control.lifted?.to === index}
          liftedId={control.lifted?.from === index ? control.lifted.id : null}
          wantedId={wantedIn(control.wanted, index)}
          handlers={control.handlers}
          onPlace={mayOrder && lane.tag ? place : undefined}
        />
      ))}
      {lanes.length === 1 ? <NoLanes mayMake={mayOrder} /> : null}
    </section>
  );
}

const wantedIn = (wanted: { id: number; lane: number | null } | null, lane: number): number | null =>
  wanted && (wanted.lane === null || wanted.lane === lane) ? wanted.id : null;

function NoLanes({ mayMake }: { mayMake: boolean }) {
  const { t } = useTexts();
  return (
    <div className={classes.noLanes}>
      <StateView
        icon={IconLayoutKanban}
        title={t('kanban:noLanes')}
        hint={t(mayMake ? 'kanban:noLanesHint' : 'kanban:noLanesAsk')}
        example={t('kanban:example')}
        action={
          mayMake ? (
            <Button component={Link} href="/tags" variant="light">
              {t('kanban:goTags')}
            </Button>
          ) : null
        }
      />
    </div>
  );
}
