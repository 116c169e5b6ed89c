import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { NAME_CUT } from '@balcao/shared/constants.ts';
import {
  IconCheck,
  IconClock,
  IconDeviceMobile,
  IconEye,
  IconRobot,
  IconRotate,
  IconUser,
} from '@tabler/icons-react';
import { type MouseEvent, memo, useState } from 'react';
import { previewOfLine } from '../../../components/message/preview.ts';
import { PreviewText } from '../../../components/message/preview-text.tsx';
import { PersonAvatar } from '../../../components/person-avatar.tsx';
import { useFormat } from '../../../kit/format.ts';
import { formatPhone } from '../../../kit/phone.ts';
import { useTexts } from '../../../kit/use-texts.ts';
import type { TicketAct } from '../acts/ticket-acts.ts';
import { ChannelIcon } from './channel-icon.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { TagChips } from './tag-chips.tsx';
import classes from './ticket-row.module.css';
import { WaitingTime } from './waiting-time.tsx';

export const TICKET_ROW_PX = 84;
const MAX_UNREAD = 99;

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
  narrow: boolean;
  handlers: RowHandlers;
}

/** An item of the list. */
export const TicketRowItem = memo(function TicketRow(props: Props) {
  const { ticket, draft, selected, checked, selecting, focusable, narrow, handlers } = props;
  const name = nameOf(ticket, narrow);
  const [isNear, setNear] = useState(!CAN_HOVER);
  const approach = () => setNear(true);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only sees who comes near; what is done the buttons inside do
    <div
      className={classes.root}
      data-selected={selected || undefined}
      data-checked={checked || undefined}
      data-unread={ticket.unreadMessages > 0 || undefined}
      data-status={ticket.status}
      data-testid="ticket-item"
      onPointerEnter={approach}
      onFocus={approach}
    >
      <span className={classes.queueBar} style={{ background: ticket.queue?.color ?? NO_QUEUE_COLOR }} />
      <button
        type="button"
        className={classes.main}
        tabIndex={focusable ? 0 : -1}
        aria-current={selected || undefined}
        onFocus={() => handlers.focus(ticket.id)}
        onPointerDown={() => handlers.press(ticket)}
        onClick={(event) => handlers.click(event, ticket)}
      >
        <TicketFacts ticket={ticket} draft={draft} name={name} />
      </button>
      {isNear || selecting ? (
        <RowCheckbox name={name} checked={checked} onCheck={(extend) => handlers.check(ticket.id, extend)} />
      ) : null}
      <RowActions {...props} name={name} isNear={isNear || selected || focusable} />
    </div>
  );
});

/** Without a hovering pointer all actions are always shown. */
const CAN_HOVER = matchMedia('(hover: hover)').matches;

/** The bar is grey when there is no queue. */
const NO_QUEUE_COLOR = 'var(--line-strong)';

/** Names are cut to ten characters and an ellipsis on a narrow screen. */
function nameOf({ contact }: TicketItem, narrow: boolean): string {
  const name = contact.name || formatPhone(contact.number);
  const letters = [...name];
  return narrow && letters.length > NAME_CUT ? `${letters.slice(0, NAME_CUT).join('')}…` : name;
}

interface FactsProps extends Pick<Props, 'ticket' | 'draft'> {
  name: string;
}

function TicketFacts({ ticket, draft, name }: FactsProps) {
  const { t } = useTexts();
  const format = useFormat();
  const { contact, unreadMessages } = ticket;
  return (
    <>
      <span className={classes.avatar}>
        <PersonAvatar name={contact.name} url={contact.profilePicUrl} size={44} />
        <ChannelIcon channel={ticket.channel} className={classes.channel} />
      </span>
      <span className={classes.facts}>
        <span className={classes.line}>
          <span className={classes.name}>{name}</span>
          <time className={classes.time} dateTime={ticket.lastMessageAt}>
            {format.timeOrDate(ticket.lastMessageAt)}
          </time>
        </span>
        <span className={classes.line}>
          <span className={classes.preview}>
            {draft === null ? (
              <PreviewText preview={previewOfLine(ticket.lastMessage)} />
            ) : (
              <>
                <span className={classes.draft}>{t('tickets:draft')}</span> {draft}
              </>
            )}
          </span>
          {ticket.chatbot ? <IconRobot size={16} stroke={1.6} aria-label={t('tickets:chatbot')} /> : null}
          {ticket.queued ? <IconClock size={14} stroke={1.8} aria-label={t('tickets:queued')} /> : null}
          {ticket.waitingSince && ticket.status !== 'closed' ? (
            <WaitingTime since={ticket.waitingSince} />
          ) : null}
          {unreadMessages > 0 ? (
            <span
              className={classes.unread}
              role="img"
              aria-label={t('tickets:unread', { count: unreadMessages })}
            >
              {unreadMessages > MAX_UNREAD ? `${MAX_UNREAD}+` : unreadMessages}
            </span>
          ) : null}
        </span>
        <Badges ticket={ticket} />
      </span>
    </>
  );
}

function Badges({ ticket: { queue, user, whatsapp, tags } }: Pick<Props, 'ticket'>) {
  const { t } = useTexts();
  return (
    <span className={classes.badges}>
      <span className={classes.badge}>
        <span className={classes.dot} style={{ background: queue?.color ?? NO_QUEUE_COLOR }} />
        {queue?.name ?? t('tickets:noQueue')}
      </span>
      {user ? (
        <span className={classes.badge}>
          <IconUser size={12} stroke={1.8} aria-hidden />
          {user.name}
        </span>
      ) : null}
      <TagChips tags={tags} />
      <span className={classes.badge} data-last>
        <IconDeviceMobile size={12} stroke={1.8} aria-hidden />
        {whatsapp.name}
      </span>
    </span>
  );
}

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
  if (!isNear && status !== 'pending') return null;
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
