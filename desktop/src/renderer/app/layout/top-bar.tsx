import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Kbd, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebar, IconMenu2, IconSearch } from '@tabler/icons-react';
import { BarButton } from '../../components/bar-button.tsx';
import { MOD } from '../../kit/mod-key.ts';
import { palette } from '../../kit/palette-store.ts';
import { tourPlace } from '../../kit/tour-places.ts';
import { useNarrow } from '../../kit/use-narrow.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { FEATURES } from '../features.ts';
import { Pieces } from './pieces.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { SyncBadge } from './sync-badge.tsx';
import classes from './top-bar.module.css';
import { useActiveUntil } from './use-active-until.ts';

const NAME_CUT = 10;

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
      <BarButton
        icon={narrow ? IconMenu2 : IconLayoutSidebar}
        onClick={onToggleMenu}
        aria-expanded={expanded}
        aria-label={expanded ? t('layout:collapseMenu') : t('layout:expandMenu')}
      />
      <Company user={user} narrow={narrow} />
      {narrow ? null : <PaletteField />}
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

/** What looks like a field opens the palette, whose own field is where one writes. */
function PaletteField() {
  const { t } = useTexts();
  const label = t('layout:palette.search');
  const keys = `${MOD} K`;
  return (
    <UnstyledButton
      className={classes.palette}
      aria-label={`${label} ${keys}`}
      onClick={palette.open}
      {...tourPlace('palette')}
    >
      <IconSearch size={16} stroke={1.7} aria-hidden />
      <span className={classes.paletteText}>{label}</span>
      <Kbd className={classes.paletteKey}>{keys}</Kbd>
    </UnstyledButton>
  );
}

/** How it stands, what may have news, and oneself: what is set once in a while is in the profile menu. */
function Tools({ user, narrow }: { user: SessionUser; narrow: boolean }) {
  return (
    <div className={classes.tools}>
      <SyncBadge compact={narrow} />
      <div className={classes.group}>
        <Pieces of="TopBar" features={FEATURES} user={user} />
      </div>
      <ProfileMenu user={user} narrow={narrow} />
    </div>
  );
}

/** Names are cut to ten characters and an ellipsis on narrow screens. */
const cutName = (name: string) => (name.length > NAME_CUT ? `${name.slice(0, NAME_CUT)}…` : name);
