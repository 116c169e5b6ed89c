import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { useLogout } from '../use-logout.tsx';
import { useTexts } from '../use-texts.ts';
import { useLayoutDialogs } from './dialogs-store.ts';
import classes from './top-bar.module.css';

export function ProfileMenu({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const leave = useLogout();
  const show = useLayoutDialogs((state) => state.show);
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
        <Menu.Item leftSection={<IconUser size={16} stroke={1.6} />} onClick={() => show('profile')}>
          {t('layout:editProfile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.6} />} onClick={() => show('shortcuts')}>
          {t('layout:shortcuts.title')}
        </Menu.Item>
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
