import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from '../../core/services/core-services.ts';

export function todoHandlers({ workspace, workspaceOf }: CoreServices) {
  return {
    'todos.list': () => workspace().store.todos.all(),
    'todos.add': ({ key, userId, ...todo }) => {
      workspaceOf(userId).store.todos.add(key, todo);
      return null;
    },
    'todos.update': ({ id, ...change }) => {
      workspace().store.todos.update(id, change);
      return null;
    },
    'todos.remove': ({ id }) => {
      workspace().store.todos.remove(id);
      return null;
    },
  } satisfies Partial<Handlers>;
}
