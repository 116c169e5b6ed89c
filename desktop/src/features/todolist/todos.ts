import { AppError } from '@balcao/shared/errors.ts';
import type { Todo } from '@balcao/shared/features/todolist/bridge.ts';
import type { Database } from 'better-sqlite3';
import { asc, eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import type { SeenCommandIds } from '../../core/outbox/seen-command-ids.ts';
import { todos } from '../../core/store/schema.ts';

type NewTodo = Pick<Todo, 'text'> & Partial<Pick<Todo, 'dueOn' | 'about'>>;
/** What is left out stays as it is. */
type TodoChange = { [K in 'text' | 'done' | 'dueOn']?: Todo[K] | undefined };

/** The task list of the person at this computer. It is kept here alone and never reaches the server. */
export interface Todos {
  all(): Todo[];
  /** Once, however often it is given under this key. */
  add(key: string, todo: NewTodo): void;
  /** @throws AppError ERR_NOT_FOUND */
  update(id: number, change: TodoChange): void;
  remove(id: number): void;
}

export function createTodos(client: Database, given: Pick<SeenCommandIds, 'claim'>): Todos {
  const db = drizzle({ client });
  return {
    all: () => db.select().from(todos).orderBy(asc(todos.id)).all(),
    add(key, todo) {
      if (given.claim(key)) db.insert(todos).values(todo).run();
    },
    update(id, change) {
      const { changes } = db.update(todos).set(change).where(eq(todos.id, id)).run();
      if (changes === 0) throw new AppError('ERR_NOT_FOUND');
    },
    remove: (id) => void db.delete(todos).where(eq(todos.id, id)).run(),
  };
}
