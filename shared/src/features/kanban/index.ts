import type { Feature } from '../../contract/feature.ts';
import { KANBAN_METHODS } from './bridge.ts';

export const kanban = {
  permissions: {
    /** Make a tag a lane of the kanban board, or a lane a tag, and order the lanes. */
    'tags:kanban': ['admin', 'supervisor'],
  },
  keyArea: 'tickets',
  bridge: KANBAN_METHODS,
} as const satisfies Feature;
