import type { EventData } from '@balcao/shared/bridge/events.ts';
import type { EntityName } from '@balcao/shared/sync/entities.ts';
import type { Rejection } from '../outbox/outbox.ts';

export type DbChange = EventData<'db.changed'>;

/** The changes of one transaction, reported to listeners once it is committed. */
export interface Changes {
  entities: Set<EntityName | 'outbox' | 'draft' | 'todo'>;
  /** Tickets that look different, or whose messages do; also new ones. */
  ticketIds: Set<number>;
  /** Contacts that look different, or whose conversation does. */
  contactIds: Set<number>;
  all: boolean;
  /** Files that no row or draft here shows any more. */
  mediaIds: Set<string>;
  /** Something is gone for everybody: nothing of it may stay in the files. */
  erased: boolean;
  rejections: Rejection[];
}

export function createChanges(): Changes {
  return {
    entities: new Set(),
    ticketIds: new Set(),
    contactIds: new Set(),
    all: false,
    mediaIds: new Set(),
    erased: false,
    rejections: [],
  };
}

/** The queue has changed, and with it how these tickets look. */
export function commandsChanged(changes: Changes, ticketIds: Iterable<number>): void {
  for (const entity of [
    'outbox',
    'ticket',
    'message',
    'contact',
    'schedule',
    'mention',
    'chat',
    'chatMessage',
  ] as const)
    changes.entities.add(entity);
  for (const id of ticketIds) changes.ticketIds.add(id);
}

/** @returns null when nothing has changed */
export function toEvent({ entities, ticketIds, contactIds, all }: Changes): DbChange | null {
  if (entities.size === 0 && !all) return null;
  return { entities: [...entities], ticketIds: [...ticketIds], contactIds: [...contactIds], all };
}
