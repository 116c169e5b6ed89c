import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { modals } from '@mantine/modals';
import { IconLogout } from '@tabler/icons-react';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { useBridgeCommand, useBridgeQuery } from '../bridge-query.ts';
import { useTexts } from '../use-texts.ts';
import classes from './top-bar.module.css';

export function ProfileMenu({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { data: status } = useBridgeQuery('sync.status', null);
  const { mutate: logout } = useBridgeCommand('session.logout');
  const queued = status?.queued ?? 0;

  const leave = () => {
    if (queued === 0) return logout(null);
    modals.openConfirmModal({
      title: t('layout:logoutConfirm'),
      children: <Text size="sm">{t('layout:logoutQueued', { count: queued })}</Text>,
      labels: { confirm: t('layout:logout'), cancel: t('common:cancel') },
      onConfirm: () => logout(null),
    });
  };

  return (
    <Menu width={248}>
      <Menu.Target>
        <UnstyledButton className={classes.avatar} aria-label={t('layout:profile', { name: user.name })}>
          <PersonAvatar name={user.name} url={null} size={30} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.identity}>
          <Text size="sm" fw={600} truncate>
            {user.name}
          </Text>
          <Text size="xs" c="var(--text-muted)" truncate>
            {user.email}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Label>{t('common:language')}</Menu.Label>
        <div className={classes.languages}>
          <LanguageSwitch />
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} stroke={1.6} />} onClick={leave}>
          {t('layout:logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
