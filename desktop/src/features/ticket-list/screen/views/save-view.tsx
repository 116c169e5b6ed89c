import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { updateTicketView } from '@balcao/shared/features/ticket-views/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { UnstyledButton } from '@mantine/core';
import { useApiCommand } from '../../../../renderer/kit/api-query.ts';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../../renderer/kit/when-saved.ts';
import classes from '../head/list-head.module.css';
import { useShownList, useViews } from './use-views.ts';
import { useViewDialog } from './view-dialog.tsx';

/** Keeps what the filter leaves, unless a view does already: as a new view, or in the one from which it came. */
export function SaveView({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { views, shown } = useViews();
  const list = useShownList();
  const opened = useTicketsView(({ openedView }) => openedView);
  const ask = useViewDialog((dialog) => dialog.ask);
  const update = useApiCommand(updateTicketView);
  if (shown || !list) return null;
  const before = views.find(
    ({ id, team }) => id === opened && (!team || can(user, 'ticketViews:manageTeam')),
  );
  return (
    <>
      {before ? (
        <UnstyledButton
          className={classes.clear}
          onClick={() =>
            void whenSaved(
              update.mutateAsync({ params: { ticketViewId: before.id }, body: list }),
              t('ticketViews:replaced', { name: before.name }),
              () => {},
            )
          }
        >
          {t('ticketViews:replace', { name: before.name })}
        </UnstyledButton>
      ) : null}
      <UnstyledButton className={classes.clear} onClick={() => ask('new')}>
        {t('ticketViews:save')}
      </UnstyledButton>
    </>
  );
}
