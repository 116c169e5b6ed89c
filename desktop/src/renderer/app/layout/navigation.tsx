import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Tooltip, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconLogout, IconSpeakerphone } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { PageEntry } from '../../kit/pages.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { pagesOf } from '../pages.ts';
import { useLogout } from '../use-logout.ts';
import classes from './navigation.module.css';

const GROUPS = ['service', 'management', 'administration', 'platform'] as const;

interface Props {
  user: SessionUser;
  /** The entries show their texts; otherwise they are icons only. */
  expanded: boolean;
  onNavigate?: () => void;
}

export function Navigation({ user, expanded, onNavigate }: Props) {
  const { t } = useTexts();
  const pages = pagesOf(user);
  const groups = GROUPS.map((key) => ({ key, items: pages.filter((page) => page.group === key) })).filter(
    (group) => group.items.length > 0,
  );

  return (
    <nav
      className={classes.root}
      aria-label={t('layout:mainNavigation')}
      data-expanded={expanded || undefined}
    >
      {groups.map((group) => (
        <div key={group.key} className={classes.group}>
          <div className={classes.heading}>{expanded ? t(`layout:groups.${group.key}`) : null}</div>
          <ul className={classes.list}>
            {group.items.map((item, index) => {
              const link = { expanded, onNavigate };
              if (!expanded || !item.campaigns)
                return (
                  <li key={item.path}>
                    <NavigationLink item={item} {...link} />
                  </li>
                );
              return group.items.findIndex(({ campaigns }) => campaigns) === index ? (
                <CampaignsMenu
                  key={item.path}
                  items={group.items.filter(({ campaigns }) => campaigns)}
                  {...link}
                />
              ) : null;
            })}
          </ul>
        </div>
      ))}
      <div className={classes.group}>
        <LogoutItem expanded={expanded} />
      </div>
    </nav>
  );
}

function LogoutItem({ expanded }: { expanded: boolean }) {
  const { t } = useTexts();
  const leave = useLogout();
  const label = t('layout:logout');
  return (
    <Tooltip label={label} position="right" disabled={expanded}>
      <button type="button" className={classes.link} onClick={leave}>
        <span className={classes.icon}>
          <IconLogout size={20} stroke={1.6} aria-hidden />
        </span>
        {expanded ? <span className={classes.label}>{label}</span> : <VisuallyHidden>{label}</VisuallyHidden>}
      </button>
    </Tooltip>
  );
}

/** Open while one of its pages is on the screen, unless somebody has said otherwise. */
function CampaignsMenu({ items, ...link }: { items: readonly PageEntry[] } & Omit<LinkProps, 'item'>) {
  const { t } = useTexts();
  const [location] = useLocation();
  // Null: nobody has said it yet.
  const [wanted, setWanted] = useState<boolean | null>(null);
  const isOpen = wanted ?? items.some((item) => isAt(location, item));
  const id = useId();
  return (
    <li>
      <button
        type="button"
        className={classes.link}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setWanted(!isOpen)}
      >
        <span className={classes.icon}>
          <IconSpeakerphone size={20} stroke={1.6} aria-hidden />
        </span>
        <span className={classes.label}>{t('campaigns:menu.title')}</span>
        <IconChevronDown size={16} stroke={1.6} className={classes.chevron} aria-hidden />
      </button>
      <ul id={id} className={classes.sublist} hidden={!isOpen}>
        {items.map((item) => (
          <li key={item.path}>
            <NavigationLink item={item} {...link} />
          </li>
        ))}
      </ul>
    </li>
  );
}

const isAt = (location: string, { path, also = path }: PageEntry) =>
  location === path || location.startsWith(`${path}/`) || location.startsWith(`${also}/`);

interface LinkProps {
  item: PageEntry;
  expanded: boolean;
  onNavigate: (() => void) | undefined;
}

function NavigationLink({ item, expanded, onNavigate }: LinkProps) {
  const { t } = useTexts();
  const [location] = useLocation();
  const active = isAt(location, item);
  const here = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (active) here.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  // Without the name of the submenu above it, the page's own title says what it is.
  const label = expanded && item.campaigns ? t(`campaigns:menu.${item.campaigns}`) : t(item.title);
  return (
    <Tooltip label={label} position="right" disabled={expanded}>
      <Link
        ref={here}
        href={item.path}
        className={classes.link}
        aria-current={active ? 'page' : undefined}
        onClick={() => onNavigate?.()}
      >
        <span className={classes.icon}>
          <item.icon size={20} stroke={1.6} aria-hidden />
          {item.Badge ? <item.Badge /> : null}
        </span>
        {expanded ? <span className={classes.label}>{label}</span> : <VisuallyHidden>{label}</VisuallyHidden>}
      </Link>
    </Tooltip>
  );
}
