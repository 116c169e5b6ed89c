import { CONNECTION_WARNING_DELAY_MS } from '@balcao/shared/contract/limits.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Tooltip, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronDown, IconLogout, IconSpeakerphone } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { isDue, useToday } from '../../../features/todolist/screen/due.ts';
import { useBridgeQuery } from '../../kit/bridge-query.ts';
import type { PageEntry } from '../../kit/pages.ts';
import { useRows } from '../../kit/use-rows.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { pagesOf } from '../pages.tsx';
import { useLogout } from '../use-logout.ts';
import classes from './navigation.module.css';

/** Two digits have room at the icon. */
const MAX_COUNT = 99;

const GROUPS = ['service', 'management', 'administration', 'platform'] as const;

interface Props {
  user: SessionUser;
  /** With texts; otherwise icons only. */
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
        <span className={classes.label}>{t('layout:campaigns.title')}</span>
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
  // Without the name of the submenu above it, the page's own title says what it is.
  const label = expanded && item.campaigns ? t(`layout:campaigns.${item.campaigns}`) : t(item.title);
  return (
    <Tooltip label={label} position="right" disabled={expanded}>
      <Link
        href={item.path}
        className={classes.link}
        aria-current={active ? 'page' : undefined}
        onClick={() => onNavigate?.()}
      >
        <span className={classes.icon}>
          <item.icon size={20} stroke={1.6} aria-hidden />
          {item.badge === 'connectionProblem' ? <ConnectionProblemBadge /> : null}
          {item.badge === 'outboxProblem' ? <OutboxProblemBadge /> : null}
          {item.badge === 'dueTodos' ? <DueTodosBadge /> : null}
          {item.badge === 'unreadChats' ? <UnreadChatsBadge /> : null}
        </span>
        {expanded ? <span className={classes.label}>{label}</span> : <VisuallyHidden>{label}</VisuallyHidden>}
      </Link>
    </Tooltip>
  );
}

function DueTodosBadge() {
  const { t } = useTexts();
  const { data: todos } = useBridgeQuery('todos.list', null);
  const today = useToday();
  const count = todos?.filter((todo) => isDue(todo, today)).length ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.count} role="img" aria-label={t('todolist:due', { count })}>
      {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
    </span>
  );
}

function UnreadChatsBadge() {
  const { t } = useTexts();
  const { data } = useBridgeQuery('chats.list', { search: '' });
  const count = data?.unread ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.count} role="img" aria-label={t('chats:unread', { count })}>
      {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
    </span>
  );
}

function OutboxProblemBadge() {
  const { t } = useTexts();
  const { data: status } = useBridgeQuery('sync.status', null);
  if (!status?.failed) return null;
  const label = t('layout:outboxProblem', { count: status.failed });
  return <span className={classes.badge} role="img" aria-label={label} />;
}

/** Looks again only after things have been still for 2 s, so that a passing "opening" raises no alarm. */
function ConnectionProblemBadge() {
  const { t } = useTexts();
  const { data: connections } = useRows('connection');
  const problem = connections?.some((connection) => connection.status !== 'connected') ?? false;
  const [settled] = useDebouncedValue(problem, CONNECTION_WARNING_DELAY_MS);
  if (!settled) return null;
  return <span className={classes.badge} role="img" aria-label={t('layout:connectionProblem')} />;
}
