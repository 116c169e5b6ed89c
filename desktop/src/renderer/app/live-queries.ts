import type { SyncStatus } from '@balcao/shared/bridge/engine.ts';
import type { EventData } from '@balcao/shared/bridge/events.ts';
import type { MethodDefinition } from '@balcao/shared/contract/method.ts';
import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import { ENTITIES, type EntityName, pathOf } from '@balcao/shared/sync/entities.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { BridgeClient } from '../../bridge/client.ts';
import { bridgeKey } from '../kit/bridge-query.ts';
import { setServerAhead } from '../kit/server-now.ts';

type Changed = EventData<'db.changed'>;
type ChangedEntity = Changed['entities'][number];

/** The methods of the core, of which some say that their answers show rows. */
type Declared = Readonly<Record<string, MethodDefinition>>;

/** Messages are told apart by their ticket below. */
const isShownBy = (entity: ChangedEntity, name: string, declared: Declared): boolean =>
  name === `rows.${entity}` || (declared[name]?.shows?.includes(entity) ?? false);

/** Lists that a screen has read from the server itself (api-query.ts) begin with the path of their rows. */
function isListedUnder(entity: ChangedEntity, path: unknown): boolean {
  // People are listed with their queues.
  if (entity === 'queue' && path === ENTITIES.user.path) return true;
  // A list changes with the people in it.
  if (entity === 'contactList' && path === 'contact-list-items') return true;
  return isEntity(entity) && pathOf(entity) === path;
}

const isEntity = (name: ChangedEntity): name is EntityName => name in ENTITIES;

interface Conversation {
  ticketId: number;
  contactId?: number;
}

/**
 * Decides whether a cached answer may differ after a change.
 *
 * @param declared undefined: not read yet, so each may
 */
export function isStale(queryKey: readonly unknown[], changed: Changed, declared?: Declared): boolean {
  const [name, input] = queryKey;
  if (changed.all || !declared) return true;
  if (name === 'messages.list') {
    const { also = [], ...own } = input as Conversation & { also?: Conversation[] };
    return [own, ...also].some(
      ({ ticketId, contactId }) =>
        changed.ticketIds.includes(ticketId) || changed.contactIds.some((id) => id === contactId),
    );
  }
  if (name === 'messages.find')
    return (input as { contactIds: number[] }).contactIds.some((id) => changed.contactIds.includes(id));
  if (name === 'api') return changed.entities.some((entity) => isListedUnder(entity, input));
  return changed.entities.some((entity) => isShownBy(entity, String(name), declared));
}

/** Keeps the query cache in step with the core. Answers the function that stops it. */
export function followCore(bridge: BridgeClient, client: QueryClient): () => void {
  let declared: Declared | undefined;
  // The contracts of all calls come with them: the first screen does not wait for that.
  const read = async () => {
    declared = (await import('@balcao/shared/bridge/methods.ts')).METHODS;
  };
  const stops = [
    bridge.on('db.changed', (changed) => {
      void client.invalidateQueries({ predicate: (query) => isStale(query.queryKey, changed, declared) });
      void read();
    }),
    bridge.on('sync.status', (status) => {
      const key = bridgeKey('sync.status', null);
      const before = client.getQueryData<SyncStatus>(key);
      client.setQueryData(key, status);
      // Why something waits follows from it.
      void client.invalidateQueries({ queryKey: ['outbox.list'] });
      // What could not be read while the server was away, or may have changed there, is asked again. What is said here
      // meanwhile the cache finds.
      if (before && before.phase !== 'live' && status.phase === 'live')
        for (const queryKey of [['api'], ['messages.findAtServer'], ['tickets.list'], ['chats.messages']])
          void client.invalidateQueries({ queryKey });
    }),
    bridge.on('settings.changed', (settings) =>
      client.setQueryData(bridgeKey('settings.get', null), settings),
    ),
    bridge.on('updates.changed', (update) => client.setQueryData(bridgeKey('updates.get', null), update)),
    bridge.on('session.changed', (session) => {
      const key = bridgeKey('session.get', null);
      const before = client.getQueryData<SessionState>(key);
      // Another person must never see rows of the one before, not even for a moment.
      if (before?.user?.id !== session.user?.id)
        client.removeQueries({ predicate: (query) => !APP_WIDE.has(query.queryKey[0] as string) });
      // A person who may see more, or less, has other lists.
      else if (before?.user?.profile !== session.user?.profile) void client.invalidateQueries();
      client.setQueryData(key, session);
    }),
    followLine(bridge, () => void client.invalidateQueries()),
    followClock(client),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

const APP_WIDE = new Set<string>(['app.info', 'session.get', 'settings.get', 'sync.status', 'updates.get']);

/** The first status comes as an answer, not as an event. */
function followClock(client: QueryClient): () => void {
  const [name] = bridgeKey('sync.status', null);
  return client.getQueryCache().subscribe(({ query }) => {
    const status = query.queryKey[0] === name ? (query.state.data as SyncStatus | undefined) : undefined;
    if (status) setServerAhead(status.aheadMinutes);
  });
}

/** Events of the time without a line are lost, so everything is read again when it is back. */
function followLine(bridge: BridgeClient, onReturn: () => void): () => void {
  let wasDown = false;
  return bridge.onLine((up) => {
    if (up && wasDown) onReturn();
    wasDown = !up;
  });
}
