import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Tooltip, VisuallyHidden } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Link, useLocation } from 'wouter';
import { tourPlace } from '../../kit/tour-places.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { type Area, areaAt, areasOf } from '../areas.ts';
import { pagesOf } from '../pages.ts';
import { useLogout } from '../use-logout.ts';
import { AreaList } from './area-list.tsx';
import classes from './navigation.module.css';
import { NavigationLink } from './navigation-link.tsx';

interface Props {
  user: SessionUser;
  /** The entries of the rail show their names; otherwise they are icons, with a name on hover. */
  expanded: boolean;
  /** It covers the page on a narrow screen, and an area unfolds within it. Called when a page was chosen. */
  onNavigate?: () => void;
}

/** The rail: work, then an entry for each area, whose own list stands beside it. */
export function Navigation({ user, expanded, onNavigate }: Props) {
  const { t } = useTexts();
  const [location] = useLocation();
  const areas = areasOf(user);
  const current = areaAt(areas, location);
  const list = current ? (
    <AreaList key={current.title} area={current} user={user} onNavigate={onNavigate} />
  ) : null;
  const folded = !expanded;
  return (
    <>
      <nav
        className={classes.rail}
        aria-label={t('layout:mainNavigation')}
        data-expanded={expanded || undefined}
        data-sheet={onNavigate ? true : undefined}
      >
        <ul className={classes.list}>
          {pagesOf(user)
            .filter(({ group }) => group === 'service')
            .map((page) => (
              <li key={page.path}>
                <NavigationLink page={page} label={t(page.title)} folded={folded} onNavigate={onNavigate} />
              </li>
            ))}
        </ul>
        <ul className={classes.list} {...tourPlace('areas')}>
          {areas.map((area) => (
            <li key={area.title}>
              <AreaLink area={area} active={area === current} folded={folded} />
              {onNavigate && area === current ? list : null}
            </li>
          ))}
        </ul>
        <LogoutItem folded={folded} />
      </nav>
      {onNavigate ? null : list}
    </>
  );
}

interface AreaLinkProps {
  area: Area;
  active: boolean;
  folded: boolean;
}

/** Leads to the first page of the area, and carries what its pages warn of until their own list does. */
function AreaLink({ area, active, folded }: AreaLinkProps) {
  const { t } = useTexts();
  const label = t(area.title);
  return (
    <Tooltip label={label} position="right" disabled={!folded}>
      <Link
        href={area.pages[0]?.path ?? '/'}
        className={classes.link}
        aria-current={active ? 'true' : undefined}
      >
        <span className={classes.icon}>
          <area.icon size={20} stroke={1.6} aria-hidden />
          {active ? null : area.pages.map(({ path, Badge }) => (Badge ? <Badge key={path} /> : null))}
        </span>
        <Name label={label} folded={folded} />
      </Link>
    </Tooltip>
  );
}

function LogoutItem({ folded }: { folded: boolean }) {
  const { t } = useTexts();
  const leave = useLogout();
  const label = t('layout:logout');
  return (
    <Tooltip label={label} position="right" disabled={!folded}>
      <button type="button" className={classes.link} onClick={leave}>
        <span className={classes.icon}>
          <IconLogout size={20} stroke={1.6} aria-hidden />
        </span>
        <Name label={label} folded={folded} />
      </button>
    </Tooltip>
  );
}

function Name({ label, folded }: { label: string; folded: boolean }) {
  return folded ? <VisuallyHidden>{label}</VisuallyHidden> : <span className={classes.label}>{label}</span>;
}
