import { lanesIn } from '@balcao/shared/features/kanban/lanes.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { Menu } from '@mantine/core';
import { IconArrowsLeftRight, IconCheck, IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './card.module.css';
import type { CardHandlers } from './use-board-control.ts';

interface Props {
  ticket: TicketItem;
  name: string;
  laneTagId: number | null;
  mayMove: boolean;
  handlers: CardHandlers;
}

/** Looking into the conversation, and moving the card without dragging it. */
export function CardActions({ ticket, name, laneTagId, mayMove, handlers }: Props) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const button = {
    type: 'button' as const,
    className: classes.action,
    tabIndex: -1,
  };
  const moveButton = (
    <button
      {...button}
      aria-label={t('kanban:moveOf', { name })}
      title={t('kanban:move')}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={() => setOpen((open) => !open)}
    >
      <IconArrowsLeftRight size={16} stroke={1.7} aria-hidden />
    </button>
  );
  return (
    <span className={classes.actions} data-open={isOpen || undefined}>
      <button
        {...button}
        aria-label={t('kanban:peekOf', { name })}
        title={t('kanban:peek')}
        onClick={() => handlers.peek(ticket)}
      >
        <IconEye size={16} stroke={1.7} aria-hidden />
      </button>
      {mayMove && isOpen ? (
        <Menu opened onChange={setOpen} position="bottom-end">
          <Menu.Target>{moveButton}</Menu.Target>
          <Menu.Dropdown>
            <LaneChoices
              laneTagId={laneTagId}
              onChoose={(tagId) => handlers.move({ ticketId: ticket.id, name, from: laneTagId, tagId })}
            />
          </Menu.Dropdown>
        </Menu>
      ) : mayMove ? (
        moveButton
      ) : null}
    </span>
  );
}

interface ChoicesProps {
  laneTagId: number | null;
  onChoose: (tagId: number | null) => void;
}

function LaneChoices({ laneTagId, onChoose }: ChoicesProps) {
  const { t } = useTexts();
  const { data: tags = [] } = useRows('tag');
  const lanes = [{ id: null, name: t('kanban:openLane'), color: 'var(--line-strong)' }, ...lanesIn(tags)];
  return (
    <>
      <Menu.Label>{t('kanban:move')}</Menu.Label>
      {lanes.map(({ id, name, color }) => (
        <Menu.Item
          key={id ?? 0}
          disabled={id === laneTagId}
          leftSection={<span className={classes.queue} style={{ background: color }} />}
          rightSection={id === laneTagId ? <IconCheck size={14} aria-hidden /> : null}
          onClick={() => onChoose(id)}
        >
          {name}
        </Menu.Item>
      ))}
    </>
  );
}
