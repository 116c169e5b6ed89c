import type { Handlers } from '../../bridge/dispatcher.ts';
import type { CoreServices } from './core-services.ts';

export function todoHandlers({ workspace, workspaceOf }: CoreServices) {
  return {
    'todos.list': () => workspace().store.todos(),
    'todos.add': ({ key, userId, text }) => {
      workspaceOf(userId).store.addTodo(key, text);
      return null;
    },
    'todos.update': ({ id, ...change }) => {
      workspace().store.updateTodo(id, change);
      return null;
    },
    'todos.remove': ({ id }) => {
      workspace().store.removeTodo(id);
      return null;
    },
  } satisfies Partial<Handlers>;
}
