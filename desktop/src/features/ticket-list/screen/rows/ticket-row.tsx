import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { IconCheck, IconEye, IconRotate } from '@tabler/icons-react';
import { type MouseEvent, memo, useState } from 'react';
import { ChannelIcon } from '../../../../renderer/components/channel-icon.tsx';
import { PersonAvatar } from '../../../../renderer/components/person-avatar.tsx';
import { isUnread } from '../../../../renderer/components/ticket/is-unread.ts';
import { ticketState } from '../../../../renderer/components/ticket/ticket-tone.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import type { TicketAct } from '../acts/ticket-acts.ts';
import { RowCells } from './row-cells.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { NO_QUEUE_COLOR, RowFacts } from './row-facts.tsx';
import type { RowLook } from './row-look.ts';
import classes from './ticket-row.module.css';

const AVATAR_PX = 44;
const TABLE_AVATAR_PX = 28;

/** The actions on a row. The same object at every render, so that scrolling redraws no row. */
export interface RowHandlers {
  focus(id: number): void;
  /** A click may follow. */
  press(ticket: TicketItem): void;
  click(event: MouseEvent, ticket: TicketItem): void;
  /** @param extend with everything from the last one on */
  check(id: number, extend: boolean): void;
  act(act: TicketAct, ticket: TicketItem): void;
}

interface Props {
  ticket: TicketItem;
  /** The agent's draft there. */
  draft: string | null;
  selected: boolean;
  /** Part of the next bulk action. */
  checked: boolean;
  /** Some row is. */
  selecting: boolean;
  /** The one row that Tab reaches. */
  focusable: boolean;
  /** Its state may be changed from here. */
  mayAct: boolean;
  busy: boolean;
  look: RowLook;
  handlers: RowHandlers;
}

/** An item of the list. */
export const TicketRowItem = memo(function TicketRow(props: Props) {
  const { ticket, draft, selected, checked, selecting, focusable, mayAct, look, handlers } = props;
  const name = nameOf(ticket);
  const [isNear, setNear] = useState(!CAN_HOVER);
  const approach = () => setNear(true);
  const isCells = look.shape === 'table';
  const Facts = isCells ? RowCells : RowFacts;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only sees who comes near; what is done the buttons inside do
    <div
      className={classes.root}
      data-selected={selected || undefined}
      data-checked={checked || undefined}
      data-unread={isUnread(ticket) || undefined}
      data-status={ticketState(ticket)}
      data-testid="ticket-item"
      draggable={CAN_HOVER && mayAct && ticket.status !== 'closed'}
      onPointerEnter={approach}
      onFocus={approach}
    >
      <button
        type="button"
        className={classes.main}
        tabIndex={focusable ? 0 : -1}
        aria-current={selected || undefined}
        onFocus={() => handlers.focus(ticket.id)}
        onPointerDown={() => handlers.press(ticket)}
        onClick={(event) => handlers.click(event, ticket)}
      >
        <span className={classes.avatar}>
          <PersonAvatar
            name={ticket.contact.name}
            url={ticket.contact.profilePicUrl}
            size={isCells ? TABLE_AVATAR_PX : AVATAR_PX}
          />
          <ChannelIcon channel={ticket.channel} className={classes.channel} />
        </span>
        <Facts ticket={ticket} name={name} draft={draft} look={look} />
        <QueueBar queue={ticket.queue} />
      </button>
      {isNear || selecting ? (
        <RowCheckbox name={name} checked={checked} onCheck={(extend) => handlers.check(ticket.id, extend)} />
      ) : null}
      <RowActions {...props} name={name} isNear={isNear || focusable} />
    </div>
  );
});

function QueueBar({ queue }: Pick<TicketItem, 'queue'>) {
  const { t } = useTexts();
  const label = t('tickets:badges.queue', { name: queue?.name ?? t('tickets:noQueue') });
  const background = queue?.color ?? NO_QUEUE_COLOR;
  return (
    <span className={classes.queueBar} style={{ background }} role="img" title={label} aria-label={label} />
  );
}

/** Without a hovering pointer all actions are always shown. */
const CAN_HOVER = matchMedia('(hover: hover)').matches;

const nameOf = ({ contact }: TicketItem): string => displayName(contact);

interface ActionsProps extends Pick<Props, 'ticket' | 'focusable' | 'mayAct' | 'busy' | 'handlers'> {
  name: string;
  isNear: boolean;
}

/**
 * Plain buttons with plain tooltips: rows come by the dozen while scrolling. What is only seen under the pointer is not
 * there before.
 */
function RowActions({ ticket, name, isNear, focusable, mayAct, busy, handlers }: ActionsProps) {
  const { t } = useTexts();
  const { status } = ticket;
  const isWaiting = ticketState(ticket) === 'pending';
  const button = (act: 'peek' | 'close' | 'reopen' | 'accept') => ({
    type: 'button' as const,
    tabIndex: focusable ? 0 : -1,
    disabled: busy && act !== 'peek',
    'aria-label': t(`tickets:actions.${act}Of`, { name }),
    onClick: () => handlers.act(act, ticket),
  });
  const quiet = (act: 'peek' | 'close' | 'reopen', ActIcon: typeof IconEye) => (
    <button {...button(act)} className={classes.quiet} title={t(`tickets:actions.${act}`)}>
      <ActIcon size={17} stroke={1.7} aria-hidden />
    </button>
  );
  if (!isNear && !isWaiting) return null;
  return (
    <span className={classes.actions}>
      {isNear ? quiet('peek', IconEye) : null}
      {isNear && status !== 'closed' && mayAct ? quiet('close', IconCheck) : null}
      {status === 'pending' ? (
        <button {...button('accept')} className={classes.accept}>
          {t('tickets:actions.accept')}
        </button>
      ) : null}
      {isNear && status === 'closed' ? quiet('reopen', IconRotate) : null}
    </span>
  );
}
