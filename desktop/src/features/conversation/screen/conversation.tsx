import { AppError } from '@balcao/shared/errors.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconAlertTriangle, IconRobot } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { mayActOn } from '../../../renderer/components/ticket/may-act-on.ts';
import { snoozedUntil } from '../../../renderer/components/ticket/snoozed-until.ts';
import { ticketState } from '../../../renderer/components/ticket/ticket-tone.ts';
import { ticketPath, useTicketActions } from '../../../renderer/components/ticket/use-ticket-actions.ts';
import { useWhoAnswers } from '../../../renderer/components/ticket/use-who-answers.ts';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useThrownText } from '../../../renderer/kit/error-text.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useReplyStore } from '../../../renderer/kit/reply-store.ts';
import { useTicketsView } from '../../../renderer/kit/tickets-view.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { tourPlace } from '../../../renderer/kit/tour-places.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ChannelWarning } from './channel-warning.tsx';
import classes from './conversation.module.css';
import { ConversationHeader } from './conversation-header.tsx';
import { useFindStore } from './find-store.ts';
import { MessageLog } from './log/message-log.tsx';
import { PersonStrip } from './person/person-strip.tsx';
import { logKey, useWholePerson } from './person/use-whole-person.ts';
import { WholePersonFooter } from './person/whole-person-footer.tsx';
import { ScheduleStrip } from './schedule-strip.tsx';
import { UnfinishedNotice } from './unfinished-notice.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { useOwnPresence } from './use-own-presence.ts';

/** The parts that other features add to a conversation. */
interface Parts {
  /** Further actions on the ticket, at the end of the header. */
  menu(ticket: TicketItem): ReactNode;
  /** The composer below the messages, where this agent may write. It reports the start and the end of a recording. */
  composer(ticket: TicketItem, onRecording: (on: boolean) => void): ReactNode;
}

interface Props extends Parts {
  uuid: string;
  user: SessionUser;
}

/** An opened ticket: header, messages and composer. */
export function Conversation({ uuid, user, ...parts }: Props) {
  const { data: ticket, error, isFetching } = useBridgeQuery('tickets.get', { uuid });
  useForeignQueueExit(error);
  useMarkRead(ticket, user.id);
  useTabOfTicket(isFetching ? undefined : ticket);
  const wentOnIn = ticket && ticket.uuid !== uuid ? ticket.uuid : null;
  useEffect(() => {
    if (wentOnIn) navigate(ticketPath(wentOnIn), { replace: true });
  }, [wentOnIn]);

  if (error && !(ticket && isPassing(error))) return <ConversationError error={error} />;
  if (!ticket || wentOnIn) return <section className={classes.root} />;
  return <OpenConversation ticket={ticket} user={user} {...parts} />;
}

interface OpenProps extends Parts {
  ticket: TicketItem;
  user: SessionUser;
}

function OpenConversation({ ticket, user, menu, composer }: OpenProps) {
  const { t } = useTexts();
  const actions = useTicketActions();
  const mayAct = mayActOn(ticket, user);
  const person = useWholePerson(ticket);
  useFreshView(ticket.id);
  const { noticeInput, noticeRecording } = useOwnPresence(ticket.id);
  return (
    <section
      className={classes.root}
      aria-label={t('tickets:conversation', { name: ticket.contact.name })}
      data-testid="conversation"
      {...tourPlace('conversation')}
      onInput={noticeInput}
    >
      <ConversationHeader
        ticket={ticket}
        {...(mayAct ? { actions } : {})}
        ownUserId={user.id}
        canLeave
        menu={menu(ticket)}
      />
      {ticket.status === 'open' ? <ChannelWarning whatsapp={ticket.whatsapp} /> : null}
      <PersonStrip {...person} />
      <MessageLog
        key={logKey(ticket, person.shown)}
        ticket={ticket}
        ownUserId={user.id}
        mayWrite={mayAct && ticket.status === 'open'}
        also={person.shown}
      />
      {mayAct && ticket.status !== 'closed' ? (
        <UnfinishedNotice ticket={ticket} onFinish={actions.close} />
      ) : null}
      <ScheduleStrip contactId={ticket.contactId} />
      {ticket.status !== 'open' || !mayAct ? (
        <LockedComposer ticket={ticket} actions={actions} mayAct={mayAct} />
      ) : person.isWhole ? (
        <WholePersonFooter ticket={ticket} {...person} />
      ) : (
        composer(ticket, noticeRecording)
      )}
    </section>
  );
}

/** Ctrl+F searches here; nothing that was open in one conversation stays open in the next. */
function useFreshView(ticketId: number): void {
  const setFindOpen = useFindStore((find) => find.setOpen);
  const { endSelection } = useReplyStore();
  useHotkeys([['mod+F', () => setFindOpen(true)]], []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each conversation
  useEffect(() => {
    return () => {
      setFindOpen(false);
      endSelection();
    };
  }, [ticketId]);
}

interface LockedProps {
  ticket: TicketItem;
  actions: ReturnType<typeof useTicketActions>;
  mayAct: boolean;
}

/** Replaces the composer: shows why nothing can be written, and the way out. */
function LockedComposer({ ticket, actions, mayAct }: LockedProps) {
  const { t } = useTexts();
  const { status, user } = ticket;
  const whoAnswers = useWhoAnswers(ticket);
  const silenceBot = useBridgeCommand('tickets.silenceBot');
  if (status === 'open' || !mayAct)
    return <div className={classes.locked}>{t('tickets:foreignHint', { name: user?.name ?? '' })}</div>;
  return (
    <div className={classes.locked}>
      <span className={classes.answerer}>
        {ticket.chatbot ? <IconRobot size={18} stroke={1.6} aria-hidden /> : null}
        {whoAnswers ?? t(`tickets:${status}Hint`)}
      </span>
      {ticket.chatbot ? (
        <Button
          variant="default"
          disabled={silenceBot.isPending}
          onClick={() => silenceBot.mutate({ ticketId: ticket.id })}
        >
          {t('tickets:actions.silenceBot')}
        </Button>
      ) : null}
      {status === 'pending' ? (
        <Button disabled={actions.isPending} onClick={() => actions.accept(ticket)}>
          {t(ticket.chatbot ? 'tickets:actions.takeOver' : 'tickets:actions.accept')}
        </Button>
      ) : (
        <Button variant="default" disabled={actions.isPending} onClick={() => actions.reopen(ticket)}>
          {t('tickets:actions.reopen')}
        </Button>
      )}
    </div>
  );
}

/** The core is away for a moment: what has been read stays on the screen. */
const isPassing = (error: Error) => error instanceof AppError && error.retryable;

/** A ticket of a foreign queue is not shown: a toast explains it, and the screen returns to the list. */
function useForeignQueueExit(error: unknown): void {
  const thrownText = useThrownText();
  const foreign = error instanceof AppError && error.code === 'ERR_TICKET_FOREIGN_QUEUE';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per refusal, whatever the texts do
  useEffect(() => {
    if (!foreign) return;
    showToast(thrownText(error), { color: 'red' });
    navigate('/tickets', { replace: true });
  }, [foreign]);
}

/**
 * A ticket that is opened by its address is also found in the list beside it: where it is now, not where it was when it
 * was open last. A later change of its state must not take the list away from the reader.
 */
function useTabOfTicket(ticket: TicketItem | undefined): void {
  const reveal = useTicketsView((view) => view.reveal);
  const revealed = useRef(0);
  useEffect(() => {
    if (!ticket || revealed.current === ticket.id) return;
    revealed.current = ticket.id;
    reveal(snoozedUntil(ticket) ? 'snoozed' : ticketState(ticket));
  });
}

function ConversationError({ error }: { error: Error }) {
  const { t } = useTexts();
  const thrownText = useThrownText();
  return (
    <section className={classes.root}>
      <StateView
        role="alert"
        icon={IconAlertTriangle}
        title={t('tickets:notFound')}
        hint={thrownText(error)}
        action={
          <Button component={Link} href="/tickets" variant="default">
            {t('common:goToTickets')}
          </Button>
        }
      />
    </section>
  );
}
