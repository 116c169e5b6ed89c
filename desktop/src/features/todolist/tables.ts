import type { Engine } from '../../core/store/engine.ts';
import { createTodos } from './todos.ts';

export const createTodoTables = ({ db, given }: Engine) => ({ todos: createTodos(db, given) });
