import { MAX_TODO_CHARS, type Todo } from '@balcao/shared/features/todolist/bridge.ts';
import { Button, Text, TextInput } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { Page, Panel } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useBridgeQuery, useMakingCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { inOrder } from './due.ts';
import classes from './todo.module.css';
import { TodoItem } from './todo-item.tsx';

/** A list of one's own, kept on this computer. */
export function TodoPage() {
  const { t } = useTexts();
  const query = useBridgeQuery('todos.list', null);
  return (
    <Page title={t('todolist:title')} subtitle={t('todolist:subtitle')}>
      <AddTodo />
      <QueryView query={query}>
        {(todos) =>
          todos.length === 0 ? (
            <StateView
              icon={IconChecklist}
              title={t('todolist:empty')}
              hint={t('todolist:emptyHint')}
              example={t('todolist:example')}
            />
          ) : (
            <TodoList todos={todos} />
          )
        }
      </QueryView>
    </Page>
  );
}

function TodoList({ todos }: { todos: Todo[] }) {
  const { t } = useTexts();
  return (
    <>
      <Text size="sm" c="dimmed">
        {t('todolist:left', { count: todos.filter(({ done }) => !done).length })}
      </Text>
      <Panel>
        <ul className={classes.list}>
          {inOrder(todos).map((todo) => (
            <li key={todo.id}>
              <TodoItem todo={todo} />
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

function AddTodo() {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const add = useMakingCommand('todos.add');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!text.trim() || add.isPending) return;
    add.mutate({ key: uuidv7(), text }, { onSuccess: () => setText('') });
  };
  return (
    <form className={classes.add} onSubmit={submit}>
      <TextInput
        flex={1}
        aria-label={t('todolist:new')}
        placeholder={t('todolist:new')}
        value={text}
        maxLength={MAX_TODO_CHARS}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit">{t('todolist:add')}</Button>
    </form>
  );
}
