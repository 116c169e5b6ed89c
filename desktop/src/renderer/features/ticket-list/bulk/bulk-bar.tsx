import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { ActionIcon, Button, CloseButton, Progress, Tooltip } from '@mantine/core';
import { IconArrowsExchange, IconCheck, IconChecks, IconTag } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useUndoFinish } from '../../../components/ticket/use-undo-finish.tsx';
import { useBridge } from '../../../kit/bridge-context.tsx';
import { useErrorToast } from '../../../kit/toasts.tsx';
import { useTexts } from '../../../kit/use-texts.ts';
import { useTicketDialogs } from '../acts/dialogs-store.ts';
import { mayDo } from '../acts/ticket-acts.ts';
import { useReadTickets } from '../use-read-tickets.ts';
import classes from './bulk-bar.module.css';
import { BulkSummary } from './bulk-summary.tsx';
import { useSelection } from './selection-store.ts';
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

/** A finished ticket can be undone for a while, which the run does not wait for. */
const leftOf = ({ action, waiting, sent }: BulkRun): number =>
  action === 'close' ? [...waiting].filter((id) => !sent.has(id)).length : waiting.size;

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
  const show = useTicketDialogs((dialogs) => dialogs.show);
  const act = useBulkAct();
  const chosen = useChosen(ids);

  const withTickets = (name: BulkAct, work: (tickets: TicketItem[]) => void) => {
    read(ids).then((tickets) => {
      onClear();
      work(tickets.filter((ticket) => mayDo(name, ticket, user)));
    }, toastError);
  };
  const run = (name: BulkAct) =>
    withTickets(name, (tickets) =>
      name === 'accept' || name === 'close' ? act(name, tickets) : show({ [name]: tickets }),
    );
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
        <ActionIcon aria-label={label} onClick={() => run(name)}>
          <Icon size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    );
  };
  const accept = offered('accept');
  return (
    <div className={classes.root} role="toolbar" aria-label={t('tickets:bulk.title')} data-testid="bulk-bar">
      <CloseButton aria-label={t('tickets:bulk.clear')} onClick={onClear} />
      <span className={classes.text}>{t('tickets:bulk.count', { count: ids.length })}</span>
      {accept === null ? null : (
        <Button
          size="compact-sm"
          leftSection={<IconCheck size={15} aria-hidden />}
          onClick={() => run('accept')}
        >
          {accept}
        </Button>
      )}
      {tool('close', IconChecks)}
      {tool('transfer', IconArrowsExchange)}
      {tool('tags', IconTag)}
    </div>
  );
}

type BulkAct = 'accept' | 'close' | 'transfer' | 'tags';

/** Accepts or finishes many; what was finished may be taken back. */
function useBulkAct(): (action: 'accept' | 'close', tickets: TicketItem[]) => void {
  const { t } = useTexts();
  const bridge = useBridge();
  const { start, takenBack } = useBulk();
  const offerUndo = useUndoFinish();
  return (action, tickets) => {
    if (action === 'accept') {
      void start(action, tickets, ({ id }) => bridge.invoke('tickets.accept', { ticketId: id }));
      return;
    }
    const ticketIds: number[] = [];
    void start(action, tickets, async ({ id }) => {
      await bridge.invoke('tickets.close', { ticketId: id, undoable: true });
      ticketIds.push(id);
    }).then(() => {
      const text = t('tickets:bulk.done.close', { count: ticketIds.length });
      if (ticketIds.length > 0) offerUndo({ text, ticketIds }, takenBack);
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
