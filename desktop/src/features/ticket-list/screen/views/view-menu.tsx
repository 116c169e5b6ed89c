import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import {
  deleteTicketView,
  orderTicketViews,
  updateTicketView,
} from '@balcao/shared/features/ticket-views/calls.ts';
import type { TicketViewRow } from '@balcao/shared/features/ticket-views/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconDots,
  IconLink,
  IconPencil,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { useApiCommand } from '../../../../renderer/kit/api-query.ts';
import { useConfirm } from '../../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useCopyLink } from '../acts/use-copy-link.ts';
import classes from './view-bar.module.css';
import { useViewDialog } from './view-dialog.tsx';

interface Props {
  user: SessionUser;
  view: TicketViewRow;
  views: readonly TicketViewRow[];
}

/** What can be done with the view that is shown. */
export function ViewMenu({ user, view, views }: Props) {
  const { t } = useTexts();
  const mayShare = can(user, 'ticketViews:manageTeam');
  const copyLink = useCopyLink(user);
  const ask = useViewDialog((dialog) => dialog.ask);
  const update = useApiCommand(updateTicketView);
  const removeAsked = useRemove(view);
  const isOwn = view.userId === user.id;
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <ActionIcon
          className={classes.menu}
          size={20}
          aria-label={t('ticketViews:actions', { name: view.name })}
        >
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('ticketViews:actions', { name: view.name })}>
        <Menu.Item leftSection={<IconLink size={16} />} onClick={() => copyLink(`views/${view.id}`)}>
          {t('ticketViews:copyLink')}
        </Menu.Item>
        {view.team && !mayShare ? null : (
          <>
            <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => ask(view)}>
              {t('ticketViews:rename')}
            </Menu.Item>
            {mayShare && (isOwn || !view.team) ? (
              <Menu.Item
                leftSection={view.team ? <IconUser size={16} /> : <IconUsers size={16} />}
                onClick={() =>
                  update.mutate({ params: { ticketViewId: view.id }, body: { team: !view.team } })
                }
              >
                {t(view.team ? 'ticketViews:withdraw' : 'ticketViews:share')}
              </Menu.Item>
            ) : null}
            <Moves view={view} views={views} />
            <Menu.Divider />
            <Menu.Item color="red.8" leftSection={<IconTrash size={16} />} onClick={removeAsked}>
              {t('ticketViews:delete')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The team's and one's own each have their order. */
function Moves({ view, views }: Pick<Props, 'view' | 'views'>) {
  const { t } = useTexts();
  const order = useApiCommand(orderTicketViews);
  const ids = views.filter(({ team }) => team === view.team).map(({ id }) => id);
  const place = ids.indexOf(view.id);
  const moveTo = (target: number) => {
    const ticketViewIds = ids.toSpliced(place, 1).toSpliced(target, 0, view.id);
    order.mutate({ body: { team: view.team, ticketViewIds } });
  };
  return (
    <>
      {place > 0 ? (
        <Menu.Item leftSection={<IconArrowLeft size={16} />} onClick={() => moveTo(place - 1)}>
          {t('ticketViews:moveLeft')}
        </Menu.Item>
      ) : null}
      {place < ids.length - 1 ? (
        <Menu.Item leftSection={<IconArrowRight size={16} />} onClick={() => moveTo(place + 1)}>
          {t('ticketViews:moveRight')}
        </Menu.Item>
      ) : null}
    </>
  );
}

function useRemove({ id, name, team }: TicketViewRow): () => void {
  const { t } = useTexts();
  const remove = useApiCommand(deleteTicketView);
  const confirm = useConfirm();
  return () =>
    confirm(
      {
        title: t('ticketViews:deleteQuestion', { name }),
        text: t(team ? 'ticketViews:deleteTeamHint' : 'ticketViews:deleteHint'),
        confirm: t('common:delete'),
      },
      () => remove.mutate({ params: { ticketViewId: id } }),
    );
}
