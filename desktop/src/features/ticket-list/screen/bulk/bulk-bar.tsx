import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { ActionIcon, Button, CloseButton, Progress, Tooltip } from '@mantine/core';
import {
  IconArrowsExchange,
  IconCheck,
  IconChecks,
  IconClockPause,
  IconMailOpened,
  IconPlaylistAdd,
  IconTag,
  IconUserPlus,
} from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { MouseEvent } from 'react';
import { leaveTicket } from '../../../../renderer/components/ticket/use-ticket-actions.ts';
import { useUndoDecision } from '../../../../renderer/components/ticket/use-undo.tsx';
import { useBridge } from '../../../../renderer/kit/bridge-context.tsx';
import { useErrorToast } from '../../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useTicketDialogs } from '../acts/dialogs-store.ts';
import { isSelectedAct, mayDo, type SelectedAct } from '../acts/ticket-acts.ts';
import { useReadTickets } from '../use-read-tickets.ts';
import classes from './bulk-bar.module.css';
import { BulkSummary } from './bulk-summary.tsx';
import { useSelection } from './selection-store.ts';
import { useAskSelected } from './use-ask-selected.ts';
import { type BulkRun, useBulk } from './use-bulk.ts';
import { useBulkProgress } from './use-bulk-progress.ts';

/** The number of selected rows that decide the offered actions. */
const SOME = 200;

/** The bar at the foot of the list while rows are selected, and while an action on them runs. */
export function BulkBar({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { ids, clear } = useSelection();
  const { run, end } = useBulk();
  useBulkProgress();
  const left = run ? leftOf(run) : 0;
  if (run && left > 0) {
    const total = run.names.size;
    const done = total - left;
    return (
      <div className={classes.root} role="status" data-testid="bulk-progress">
        <span className={classes.text}>
          {t(`tickets:bulk.running.${run.action}`, { done, count: total })}
        </span>
        <Progress value={(100 * done) / total} className={classes.progress} aria-hidden />
        <CloseButton aria-label={t('common:close')} onClick={end} />
      </div>
    );
  }
  return (
    <>
      {run && run.waiting.size === 0 ? <BulkSummary run={run} onClose={end} /> : null}
      {ids.size > 0 ? <SelectionBar user={user} ids={[...ids]} onClear={clear} /> : null}
    </>
  );
}

/** What can be undone for a while the run does not wait for. */
const leftOf = ({ undoable, waiting, sent }: BulkRun): number =>
  undoable ? [...waiting].filter((id) => !sent.has(id)).length : waiting.size;

interface SelectionProps {
  user: SessionUser;
  ids: readonly number[];
  onClear: () => void;
}

/** Offers what at least one of the chosen tickets allows, and does it to those that do. */
function SelectionBar({ user, ids, onClear }: SelectionProps) {
  const { t } = useTexts();
  const read = useReadTickets();
  const toastError = useErrorToast();
  const showTransfer = useTicketDialogs((dialogs) => dialogs.showTransfer);
  const showSnooze = useTicketDialogs((dialogs) => dialogs.showSnooze);
  const act = useBulkAct();
  const askSelected = useAskSelected(user);
  const chosen = useChosen(ids);

  const withTickets = (name: BulkAct, work: (tickets: TicketItem[]) => void) => {
    read(ids).then((tickets) => {
      onClear();
      work(tickets.filter((ticket) => mayDo(name, ticket, user)));
    }, toastError);
  };
  const run = (name: BulkAct, { currentTarget }: MouseEvent) => {
    if (isSelectedAct(name)) askSelected(name, currentTarget);
    else
      withTickets(name, (tickets) => {
        if (name === 'transfer') showTransfer(tickets);
        else if (name === 'snooze') showSnooze(tickets);
        else act(name, tickets);
      });
  };
  /** Shows their number, unless it is all of them. */
  const offered = (name: BulkAct): string | null => {
    const count = chosen.filter((ticket) => mayDo(name, ticket, user)).length;
    const label = t(`tickets:actions.${name}`);
    return count === 0 ? null : count < chosen.length ? `${label} (${count})` : label;
  };

  const tool = (name: BulkAct, Icon: typeof IconTag) => {
    const label = offered(name);
    return label === null ? null : (
      <Tooltip label={label}>
        <ActionIcon aria-label={label} onClick={(event) => run(name, event)}>
          <Icon size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    );
  };
  const accept = offered('accept');
  const count = t('tickets:bulk.count', { count: ids.length });
  return (
    <div className={classes.root} role="toolbar" aria-label={t('tickets:bulk.title')} data-testid="bulk-bar">
      <CloseButton aria-label={t('tickets:bulk.clear')} onClick={onClear} />
      <span className={classes.text} title={count}>
        {count}
      </span>
      {accept === null ? null : (
        <Button
          size="compact-sm"
          leftSection={<IconCheck size={15} aria-hidden />}
          onClick={(event) => run('accept', event)}
        >
          {accept}
        </Button>
      )}
      <div className={classes.tools}>
        {tool('close', IconChecks)}
        {tool('assign', IconUserPlus)}
        {tool('transfer', IconArrowsExchange)}
        {tool('tags', IconTag)}
        {tool('macro', IconPlaylistAdd)}
        {tool('snooze', IconClockPause)}
        {tool('markUnread', IconMailOpened)}
      </div>
    </div>
  );
}

type DirectAct = 'accept' | 'close' | 'markUnread';
type BulkAct = DirectAct | 'transfer' | 'snooze' | SelectedAct;

/** Accepts or finishes many; what was finished may be taken back. */
function useBulkAct(): (action: DirectAct, tickets: TicketItem[]) => void {
  const { t } = useTexts();
  const bridge = useBridge();
  const { start, takenBack } = useBulk();
  const offerUndo = useUndoDecision();
  return (action, tickets) => {
    if (action !== 'close') {
      void start(action, tickets, ({ id }) => bridge.invoke(`tickets.${action}`, { ticketId: id }));
      if (action === 'markUnread') for (const { uuid } of tickets) leaveTicket(uuid);
      return;
    }
    const ticketIds: number[] = [];
    void start(action, tickets, async ({ id }) => {
      await bridge.invoke('tickets.close', { ticketId: id, undoable: true });
      ticketIds.push(id);
    }).then(() => {
      const text = t('tickets:bulk.done.close', { count: ticketIds.length });
      if (ticketIds.length > 0) offerUndo({ text, act: 'finish', ticketIds }, takenBack);
    });
  };
}

function useChosen(ids: readonly number[]): readonly TicketItem[] {
  const read = useReadTickets();
  const some = ids.slice(0, SOME);
  const { data } = useQuery({
    queryKey: ['tickets.items', 'chosen', some],
    queryFn: () => read(some),
    placeholderData: keepPreviousData,
  });
  return data ?? NONE;
}

const NONE: TicketItem[] = [];
