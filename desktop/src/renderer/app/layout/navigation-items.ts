import type { Action } from '@balcao/shared/permissions.ts';
import { type Icon, IconMessages, IconPlugConnected } from '@tabler/icons-react';

export interface NavigationItem {
  key: 'tickets' | 'connections';
  path: string;
  icon: Icon;
  /** Without it everybody sees the item. */
  requires?: Action;
  /** A warning that the item carries. */
  badge?: 'connectionProblem';
}

export interface NavigationGroup {
  key: 'service' | 'administration';
  items: readonly NavigationItem[];
}

/** The drawer, top to bottom. Specification document 1, section 2, "Layout". */
export const NAVIGATION: readonly NavigationGroup[] = [
  { key: 'service', items: [{ key: 'tickets', path: '/tickets', icon: IconMessages }] },
  {
    key: 'administration',
    items: [
      {
        key: 'connections',
        path: '/connections',
        icon: IconPlugConnected,
        requires: 'connections:manage',
        badge: 'connectionProblem',
      },
    ],
  },
];
