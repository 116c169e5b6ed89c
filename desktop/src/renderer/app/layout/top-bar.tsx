import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { NAME_CUT } from '@balcao/shared/constants.ts';
import { ActionIcon } from '@mantine/core';
import { IconLayoutSidebar, IconMenu2 } from '@tabler/icons-react';
import { Logo } from '../../components/logo.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { useTexts } from '../use-texts.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { SyncBadge } from './sync-badge.tsx';
import { ThemeMenu } from './theme-menu.tsx';
import classes from './top-bar.module.css';
import { VolumeControl } from './volume-control.tsx';

interface Props {
  user: SessionUser;
  expanded: boolean;
  onToggleMenu: () => void;
}

export function TopBar({ user, expanded, onToggleMenu }: Props) {
  const { t } = useTexts();
  const narrow = useNarrow();
  const [firstName = user.name] = user.name.split(' ');
  return (
    <header className={classes.root}>
      <ActionIcon
        onClick={onToggleMenu}
        aria-expanded={expanded}
        aria-label={expanded ? t('layout:collapseMenu') : t('layout:expandMenu')}
      >
        {narrow ? <IconMenu2 size={20} stroke={1.7} /> : <IconLayoutSidebar size={20} stroke={1.7} />}
      </ActionIcon>
      <Logo size={26} />
      <div className={classes.company}>
        <span className={classes.companyName}>{user.company.name}</span>
        <span className={classes.greeting}>
          {t('layout:greeting', { name: narrow ? cutName(firstName) : firstName })}
        </span>
      </div>
      <div className={classes.tools}>
        <SyncBadge compact={narrow} />
        <VolumeControl />
        <ThemeMenu />
        <ProfileMenu user={user} />
      </div>
    </header>
  );
}

/** Specification document 1, section 9: ten characters and an ellipsis on narrow screens. */
const cutName = (name: string) => (name.length > NAME_CUT ? `${name.slice(0, NAME_CUT)}…` : name);
