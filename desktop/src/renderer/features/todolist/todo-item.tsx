import type { Todo } from '@balcao/shared/bridge/todos.ts';
import { ActionIcon, Checkbox, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { bridgeKey, useBridgeCommand } from '../../kit/bridge-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './todo.module.css';

export function TodoItem({ todo }: { todo: Todo }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const [draft, setDraft] = useState<string | null>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const update = useBridgeCommand('todos.update');
  const remove = useBridgeCommand('todos.remove');
  const refresh = {
    onSuccess: () => void client.invalidateQueries({ queryKey: bridgeKey('todos.list', null) }),
  };
  const { id, text, done } = todo;

  /** Empty text is ignored: the task stays what it was. */
  const keep = () => {
    if (draft?.trim() && draft.trim() !== text) update.mutate({ id, text: draft }, refresh);
    setDraft(null);
  };

  return (
    <div className={classes.item} data-done={done || undefined}>
      <Checkbox
        checked={done}
        aria-label={t('todolist:done', { text })}
        onChange={() => update.mutate({ id, done: !done }, refresh)}
      />
      {draft === null ? (
        <span className={classes.text}>{text}</span>
      ) : (
        <TextInput
          flex={1}
          size="xs"
          autoFocus
          aria-label={t('todolist:text')}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === 'Enter') keep();
            if (event.key === 'Escape') setDraft(null);
            // Once the field is gone: leaving it would keep what Escape gives up.
            if (event.key === 'Enter' || event.key === 'Escape')
              requestAnimationFrame(() => pencil.current?.focus());
          }}
        />
      )}
      <ActionIcon ref={pencil} aria-label={t('todolist:edit', { text })} onClick={() => setDraft(text)}>
        <IconPencil size={17} stroke={1.6} />
      </ActionIcon>
      <ActionIcon aria-label={t('todolist:remove', { text })} onClick={() => remove.mutate({ id }, refresh)}>
        <IconTrash size={17} stroke={1.6} />
      </ActionIcon>
    </div>
  );
}
