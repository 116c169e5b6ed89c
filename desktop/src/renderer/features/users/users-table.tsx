import type { UserView } from '@balcao/shared/features/users/calls.ts';
import { Badge, Box, Group, Table, Tooltip } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import classes from '../../../features/users/screen/users.module.css';
import cells from '../../components/list-table.module.css';
import { ListTable } from '../../components/list-table.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { RowActions } from '../../components/row-actions.tsx';
import { useTexts } from '../../kit/use-texts.ts';

interface Props {
  users: UserView[];
  /** The signed-in user, who cannot delete the own account. */
  own: number;
  onEdit: (user: UserView) => void;
  onDelete: (user: UserView) => void;
}

export function UsersTable({ users, own, onEdit, onDelete }: Props) {
  const { t } = useTexts();
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('users:name')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('users:profile')}</Table.Th>
          <Table.Th visibleFrom="xs">{t('users:queues')}</Table.Th>
        </>
      }
    >
      {users.map((user) => (
        <Table.Tr key={user.id}>
          <Table.Td>
            <div className={classes.person}>
              <span className={classes.avatar}>
                <PersonAvatar name={user.name} url={null} size={36} />
                <span
                  className={classes.presence}
                  data-online={user.online || undefined}
                  role="img"
                  aria-label={user.online ? t('users:online') : t('users:offline')}
                />
              </span>
              <div>
                <div className={classes.name}>
                  {user.name}
                  {user.secondFactor ? (
                    <Tooltip label={t('users:secondFactor')}>
                      <IconShieldCheck size={15} aria-label={t('users:secondFactor')} />
                    </Tooltip>
                  ) : null}
                </div>
                <div className={cells.detail}>{user.email}</div>
                <Box className={cells.detail} hiddenFrom="xs">
                  {t(`users:profiles.${user.profile}`)}
                </Box>
              </div>
            </div>
          </Table.Td>
          <Table.Td visibleFrom="xs">{t(`users:profiles.${user.profile}`)}</Table.Td>
          <Table.Td visibleFrom="xs">
            <Group gap={4}>
              {user.queues.map((queue) => (
                <Badge
                  key={queue.id}
                  variant="default"
                  tt="none"
                  leftSection={<span className={classes.dot} style={{ background: queue.color }} />}
                >
                  {queue.name}
                </Badge>
              ))}
            </Group>
          </Table.Td>
          <Table.Td>
            <RowActions
              edit={{ label: t('users:editNamed', { name: user.name }), onClick: () => onEdit(user) }}
              remove={
                user.id === own
                  ? undefined
                  : { label: t('users:deleteNamed', { name: user.name }), onClick: () => onDelete(user) }
              }
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
