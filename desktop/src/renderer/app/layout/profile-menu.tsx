import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Badge, Button, Divider, Popover, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  type Icon,
  IconAdjustments,
  IconChartBar,
  IconCoffee,
  IconKeyboard,
  IconLogout,
  IconRefresh,
  IconRoute,
  IconSearch,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAccounts } from '../../components/accounts/use-accounts.ts';
import { LanguageSwitch } from '../../components/language-switch.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { useVolume, VolumeSlider } from '../../components/volume-slider.tsx';
import { useLayoutDialogs } from '../../kit/dialogs-store.ts';
import { useFormat } from '../../kit/format.ts';
import { navigate } from '../../kit/navigate.ts';
import { palette } from '../../kit/palette-store.ts';
import { startTour } from '../../kit/start-tour.ts';
import { tourPlace } from '../../kit/tour-places.ts';
import { useAwayUntil } from '../../kit/use-away-until.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { useLogout } from '../use-logout.ts';
import { ThemeSwitch } from './theme-switch.tsx';
import classes from './top-bar.module.css';
import { useActiveUntil } from './use-active-until.ts';
import { useRefresh } from './use-refresh.ts';

interface Props {
  user: SessionUser;
  /** The bar has no room: what it leaves out is here. */
  narrow: boolean;
}

/** This is no ARIA menu, which may hold nothing but its items: there are switches here too. */
export function ProfileMenu({ user, narrow }: Props) {
  const { t } = useTexts();
  const leave = useLogout();
  const refresh = useRefresh();
  const show = useLayoutDialogs((state) => state.show);
  const [opened, { toggle, close }] = useDisclosure(false);
  const accounts = useAccounts(opened);
  const unread = accounts.reduce((sum, account) => sum + (account.own ? 0 : (account.unread ?? 0)), 0);
  const awayUntil = useAwayUntil(user.id);
  const format = useFormat();
  const awayLabel = awayUntil
    ? t('assignment:awayUntil', { when: format.moment(awayUntil) })
    : t('assignment:away.set');
  const elsewhere = unread > 0 ? <Badge>{unread}</Badge> : null;
  const entry = (EntryIcon: Icon, label: string, act: () => void, mark: ReactNode = null) => (
    <Button
      variant="subtle"
      color="gray"
      fullWidth
      justify="flex-start"
      className={classes.entry}
      leftSection={<EntryIcon size={16} stroke={1.6} aria-hidden />}
      rightSection={mark}
      onClick={() => {
        close();
        act();
      }}
    >
      {label}
    </Button>
  );
  return (
    <Popover
      opened={opened}
      onChange={toggle}
      width={268}
      position="bottom-end"
      offset={6}
      // Gone at once: what it opens takes its place.
      transitionProps={{ exitDuration: 0 }}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          className={classes.avatar}
          aria-label={t('layout:profile', { name: user.name })}
          onClick={toggle}
          {...tourPlace('profile')}
        >
          <PersonAvatar name={user.name} url={null} size={30} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={t('layout:profile', { name: user.name })}>
        <Identity user={user} narrow={narrow} />
        <Divider my={4} />
        {entry(IconUser, t('layout:editProfile'), () => show('profile'))}
        {entry(IconCoffee, awayLabel, () => show('away'))}
        {entry(IconChartBar, t('dashboard:mineTitle'), () => navigate('/my-numbers'))}
        {entry(IconAdjustments, t('preferences:title'), () => navigate('/preferences'))}
        {accounts.length > 0
          ? entry(IconUsersGroup, t('accounts:title'), () => show('accounts'), elsewhere)
          : null}
        {entry(IconSearch, t('layout:palette.search'), palette.open)}
        {entry(IconKeyboard, t('layout:shortcuts.title'), () => show('shortcuts'))}
        {entry(IconRoute, t('firstSteps:tour.title'), startTour)}
        {entry(IconRefresh, t('layout:refresh'), refresh)}
        <Divider my={4} />
        <LookAndSound />
        <div className={classes.switch}>
          <span className={classes.switchName}>{t('common:language')}</span>
          <LanguageSwitch />
        </div>
        <Divider my={4} />
        {entry(IconLogout, t('layout:logout'), leave)}
      </Popover.Dropdown>
    </Popover>
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

/** What the console looks and sounds like. */
function LookAndSound() {
  const { t } = useTexts();
  const volume = useVolume();
  return (
    <>
      <div className={classes.switch}>
        <span className={classes.switchName}>{t('layout:theme')}</span>
        <ThemeSwitch />
      </div>
      <div className={classes.switch}>
        <span className={classes.switchName}>{`${t('layout:volume')} · ${Math.round(volume * 100)}%`}</span>
        <div className={classes.volume}>
          <VolumeSlider />
        </div>
      </div>
    </>
  );
}
