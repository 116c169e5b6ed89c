import type { Todo } from '@balcao/shared/features/todolist/bridge.ts';
import { ActionIcon, Anchor, Checkbox, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import { ticketPath } from '../../../renderer/components/ticket/use-ticket-actions.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './todo.module.css';
import { TodoDay } from './todo-day.tsx';

export function TodoItem({ todo }: { todo: Todo }) {
  const { t } = useTexts();
  const [draft, setDraft] = useState<string | null>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const update = useBridgeCommand('todos.update');
  const remove = useBridgeCommand('todos.remove');
  const { id, text, done, about } = todo;

  /** Empty text is ignored: the task stays what it was. */
  const keep = () => {
    if (draft?.trim() && draft.trim() !== text) update.mutate({ id, text: draft });
    setDraft(null);
  };

  return (
    <div className={classes.item} data-done={done || undefined}>
      <Checkbox
        checked={done}
        aria-label={t('todolist:done', { text })}
        onChange={() => update.mutate({ id, done: !done })}
      />
      {draft === null ? (
        <div className={classes.what}>
          <span className={classes.text}>{text}</span>
          {about ? (
            <span className={classes.about}>
              <Anchor component={Link} href={ticketPath(about.ticketUuid)} inherit underline="always">
                {t('todolist:openTicket')}
              </Anchor>{' '}
              {t('todolist:with', { name: about.contactName })}
            </span>
          ) : null}
        </div>
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
      <TodoDay todo={todo} onChange={(dueOn) => update.mutate({ id, dueOn })} />
      <ActionIcon ref={pencil} aria-label={t('todolist:edit', { text })} onClick={() => setDraft(text)}>
        <IconPencil size={17} stroke={1.6} />
      </ActionIcon>
      <ActionIcon aria-label={t('todolist:remove', { text })} onClick={() => remove.mutate({ id })}>
        <IconTrash size={17} stroke={1.6} />
      </ActionIcon>
    </div>
  );
}
