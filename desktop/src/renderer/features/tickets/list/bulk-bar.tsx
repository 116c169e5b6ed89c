import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { AppError, type ErrorCode } from '@balcao/shared/errors.ts';
import { ActionIcon, Button, CloseButton, Progress, Tooltip } from '@mantine/core';
import { IconArrowsExchange, IconCheck, IconChecks, IconTag } from '@tabler/icons-react';
import { useBridge } from '../../../app/bridge-context.tsx';
import { useErrorToast } from '../../../app/toasts.tsx';
import { useTexts } from '../../../app/use-texts.ts';
import { mayActOn } from '../may-act-on.ts';
import classes from './bulk-bar.module.css';
import { BulkSummary } from './bulk-summary.tsx';
import { useTicketDialogs } from './dialogs-store.ts';
import { useSelection } from './selection-store.ts';
import { mayDo } from './ticket-acts.ts';
import { useBulk } from './use-bulk.ts';
import { useBulkProgress } from './use-bulk-progress.ts';

/** Rows are read so many at a time. */
const CHUNK = 200;

/** Stands at the foot of the list while rows are chosen, and while something is done with them. */
export function BulkBar({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { ids, clear } = useSelection();
  const { run, end } = useBulk();
  useBulkProgress();
  if (run && run.waiting.size > 0) {
    const total = run.names.size;
    const done = total - run.waiting.size;
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
      {run ? <BulkSummary run={run} onClose={end} /> : null}
      {ids.size > 0 ? <SelectionBar user={user} ids={[...ids]} onClear={clear} /> : null}
    </>
  );
}

interface SelectionProps {
  user: SessionUser;
  ids: readonly number[];
  onClear: () => void;
}

function SelectionBar({ user, ids, onClear }: SelectionProps) {
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();
  const show = useTicketDialogs((dialogs) => dialogs.show);
  const start = useBulk((bulk) => bulk.start);

  const withTickets = (work: (tickets: TicketItem[]) => void) => {
    readAll(ids, (chunk) => bridge.invoke('tickets.items', { ids: chunk })).then(work, toastError);
  };
  const each = (action: 'accept' | 'close') =>
    withTickets((tickets) => {
      onClear();
      void start(action, tickets, async (ticket) => {
        if (!mayDo(action, ticket, user)) throw new AppError(refusal(action, ticket, user));
        await bridge.invoke(`tickets.${action}`, { ticketId: ticket.id });
      });
    });
  const dialog = (name: 'transfer' | 'tags') =>
    withTickets((tickets) => {
      onClear();
      show({ [name]: tickets });
    });

  const tool = (name: 'transfer' | 'tags', Icon: typeof IconTag) => (
    <Tooltip label={t(`tickets:actions.${name}`)}>
      <ActionIcon aria-label={t(`tickets:actions.${name}`)} onClick={() => dialog(name)}>
        <Icon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
  return (
    <div className={classes.root} role="toolbar" aria-label={t('tickets:bulk.title')} data-testid="bulk-bar">
      <CloseButton aria-label={t('tickets:bulk.clear')} onClick={onClear} />
      <span className={classes.text}>{t('tickets:bulk.count', { count: ids.length })}</span>
      <Button
        size="compact-sm"
        leftSection={<IconCheck size={15} aria-hidden />}
        onClick={() => each('accept')}
      >
        {t('tickets:actions.accept')}
      </Button>
      <Tooltip label={t('tickets:actions.close')}>
        <ActionIcon aria-label={t('tickets:actions.close')} onClick={() => each('close')}>
          <IconChecks size={18} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      {tool('transfer', IconArrowsExchange)}
      {tool('tags', IconTag)}
    </div>
  );
}

/** Why the action does not even begin, in the words of the server. */
function refusal(action: 'accept' | 'close', ticket: TicketItem, user: SessionUser): ErrorCode {
  if (action === 'close' && ticket.status === 'closed') return 'ERR_TICKET_CLOSED';
  return mayActOn(ticket, user) ? 'ERR_TICKET_NOT_PENDING' : 'ERR_NO_PERMISSION';
}

async function readAll(
  ids: readonly number[],
  read: (ids: number[]) => Promise<TicketItem[]>,
): Promise<TicketItem[]> {
  const tickets: TicketItem[] = [];
  for (let at = 0; at < ids.length; at += CHUNK) tickets.push(...(await read(ids.slice(at, at + CHUNK))));
  return tickets;
}
