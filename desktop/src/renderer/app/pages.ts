import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { isOpenTo, isRefusedTo, type PageEntry } from '../kit/pages.ts';
import { FEATURES } from './features.ts';

const PAGES: readonly PageEntry[] = FEATURES.flatMap(({ pages = [] }) => pages);

/** The pages this user may open: routes, navigation and palette all show exactly these. */
export const pagesOf = (user: SessionUser): PageEntry[] => PAGES.filter((page) => isOpenTo(user, page));

/** Pages whose addresses tell this user that the company may not open them. */
export const pagesRefusedTo = (user: SessionUser): PageEntry[] =>
  user.overdueSince ? [] : PAGES.filter((page) => isRefusedTo(user, page));

/** Pages that exist but not for this person: their addresses lead to the tickets. */
export const isKnownPath = (path: string) => pageAt(path) !== undefined;

/** Whether the page at this address shows nothing without the server. */
export const needsNetwork = (path: string): boolean => pageAt(path)?.offline !== true;

const pageAt = (path: string) => PAGES.find((page) => path === page.path || path.startsWith(`${page.path}/`));
