import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { NAME_CUT } from '@balcao/shared/constants.ts';
import { ActionIcon } from '@mantine/core';
import {
  IconLayoutSidebar,
  IconMenu2,
  IconMessageCircle,
  IconRefresh,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { Logo } from '../../components/logo.tsx';
import { useNarrow } from '../../kit/use-narrow.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { NotificationsPopover } from './notifications-popover.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { QuietPopover } from './quiet-popover.tsx';
import { SyncBadge } from './sync-badge.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import classes from './top-bar.module.css';
import { useActiveUntil } from './use-active-until.ts';
import { useRefresh } from './use-refresh.ts';
import { VolumeControl } from './volume-control.tsx';

interface Props {
  user: SessionUser;
  expanded: boolean;
  onToggleMenu: () => void;
}

export function TopBar({ user, expanded, onToggleMenu }: Props) {
  const { t } = useTexts();
  const narrow = useNarrow();
  return (
    <header className={classes.root}>
      <ActionIcon
        onClick={onToggleMenu}
        aria-expanded={expanded}
        aria-label={expanded ? t('layout:collapseMenu') : t('layout:expandMenu')}
      >
        {narrow ? <IconMenu2 size={20} stroke={1.7} /> : <IconLayoutSidebar size={20} stroke={1.7} />}
      </ActionIcon>
      {narrow ? null : <Logo size={26} />}
      <Company user={user} narrow={narrow} />
      <Tools user={user} narrow={narrow} />
    </header>
  );
}

function Company({ user, narrow }: { user: SessionUser; narrow: boolean }) {
  const { t } = useTexts();
  const activeUntil = useActiveUntil(user);
  const [firstName = user.name] = user.name.split(' ');
  const { name } = user.company;
  return (
    <div className={classes.company}>
      <span className={classes.companyName}>{narrow ? cutName(name) : name}</span>
      <span className={classes.greeting}>
        {t('layout:greeting', { name: narrow ? cutName(firstName) : firstName })}
        {activeUntil && !narrow ? ` · ${activeUntil}` : null}
      </span>
    </div>
  );
}

/** Controls that a narrow screen leaves out are in the profile menu. */
function Tools({ user, narrow }: { user: SessionUser; narrow: boolean }) {
  const { t } = useTexts();
  const refresh = useRefresh();
  return (
    <div className={classes.tools}>
      <SyncBadge compact={narrow} />
      {narrow ? null : (
        <>
          <ActionIcon aria-label={t('layout:refresh')} onClick={refresh}>
            <IconRefresh size={20} stroke={1.6} />
          </ActionIcon>
          <VolumeControl />
          <ThemeMenu />
        </>
      )}
      <QuietPopover
        icon={IconSpeakerphone}
        label={t('layout:announcements')}
        empty={t('layout:noAnnouncements')}
      />
      {user.company.plan?.useInternalChat ? (
        <QuietPopover icon={IconMessageCircle} label={t('layout:chats')} empty={t('layout:noChats')} />
      ) : null}
      <NotificationsPopover user={user} />
      <ProfileMenu user={user} narrow={narrow} />
    </div>
  );
}

/** Names are cut to ten characters and an ellipsis on narrow screens. */
const cutName = (name: string) => (name.length > NAME_CUT ? `${name.slice(0, NAME_CUT)}…` : name);
