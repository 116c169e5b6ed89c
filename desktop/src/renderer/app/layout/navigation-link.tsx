import { Tooltip, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import type { PageEntry } from '../../kit/pages.ts';
import { isAt } from '../areas.ts';
import classes from './navigation.module.css';

interface Props {
  page: PageEntry;
  label: string;
  /** Where it leads, if not to the page as a whole. */
  path?: string;
  /** The page on which it is found. */
  on?: string | null;
  /** The icon alone is seen, and its name on hover. */
  folded?: boolean;
  onNavigate?: (() => void) | undefined;
}

export function NavigationLink({
  page,
  label,
  path = page.path,
  on = null,
  folded = false,
  onNavigate,
}: Props) {
  const [location] = useLocation();
  const active = isAt(location, page);
  const here = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (active) here.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <Tooltip label={label} position="right" disabled={!folded}>
      <Link
        ref={here}
        href={path}
        className={classes.link}
        aria-current={active ? 'page' : undefined}
        onClick={() => onNavigate?.()}
      >
        <span className={classes.icon}>
          <page.icon size={20} stroke={1.6} aria-hidden />
          {page.Badge ? <page.Badge /> : null}
        </span>
        {folded ? (
          <VisuallyHidden>{label}</VisuallyHidden>
        ) : (
          <span className={classes.label}>
            {label}
            {on ? <span className={classes.on}>{on}</span> : null}
          </span>
        )}
      </Link>
    </Tooltip>
  );
}
