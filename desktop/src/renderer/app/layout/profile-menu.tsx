import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { Menu, Text, UnstyledButton } from '@mantine/core';
import { openSpotlight } from '@mantine/spotlight';
import { IconKeyboard, IconLogout, IconRefresh, IconSearch, IconUser } from '@tabler/icons-react';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { useLogout } from '../use-logout.tsx';
import { useTexts } from '../use-texts.ts';
import { useLayoutDialogs } from './dialogs-store.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import classes from './top-bar.module.css';
import { useActiveUntil } from './use-active-until.ts';
import { useRefresh } from './use-refresh.ts';
import { VolumeSlider } from './volume-control.tsx';

interface Props {
  user: SessionUser;
  /** The bar has no room: what it leaves out stands here. */
  narrow: boolean;
}

export function ProfileMenu({ user, narrow }: Props) {
  const { t } = useTexts();
  const leave = useLogout();
  const show = useLayoutDialogs((state) => state.show);
  return (
    <Menu width={260}>
      <Menu.Target>
        <UnstyledButton className={classes.avatar} aria-label={t('layout:profile', { name: user.name })}>
          <PersonAvatar name={user.name} url={null} size={30} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Identity user={user} narrow={narrow} />
        <Menu.Divider />
        <Menu.Item leftSection={<IconUser size={16} stroke={1.6} />} onClick={() => show('profile')}>
          {t('layout:editProfile')}
        </Menu.Item>
        <Menu.Item leftSection={<IconSearch size={16} stroke={1.6} />} onClick={openSpotlight}>
          {t('layout:palette.search')}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} stroke={1.6} />} onClick={() => show('shortcuts')}>
          {t('layout:shortcuts.title')}
        </Menu.Item>
        {narrow ? <BarTools /> : null}
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

function Identity({ user, narrow }: Props) {
  const activeUntil = useActiveUntil(user);
  return (
    <div className={classes.identity}>
      <Text size="sm" fw={600} truncate>
        {user.name}
      </Text>
      <Text size="xs" c="var(--text-muted)" truncate>
        {user.email}
      </Text>
      {narrow && activeUntil ? (
        <Text size="xs" c="var(--text-muted)">
          {activeUntil}
        </Text>
      ) : null}
    </div>
  );
}

function BarTools() {
  const { t } = useTexts();
  const refresh = useRefresh();
  return (
    <>
      <Menu.Item leftSection={<IconRefresh size={16} stroke={1.6} />} onClick={refresh}>
        {t('layout:refresh')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>{t('layout:theme')}</Menu.Label>
      <div className={classes.languages}>
        <ThemeSwitch />
      </div>
      <Menu.Label>{t('layout:volume')}</Menu.Label>
      <div className={classes.narrowVolume}>
        <VolumeSlider />
      </div>
    </>
  );
}
