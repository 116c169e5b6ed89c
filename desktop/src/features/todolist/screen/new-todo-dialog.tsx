import { MAX_TODO_CHARS } from '@balcao/shared/features/todolist/bridge.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { excerpt } from '../../../renderer/components/excerpt.ts';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { useMakingCommand } from '../../../renderer/kit/bridge-query.ts';
import { useNewTodo } from '../../../renderer/kit/new-todo-store.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { DueField } from './due-field.tsx';

/** A new task about a conversation, wherever that is shown. */
export function NewTodoDialog() {
  const { t } = useTexts();
  const { asked, close } = useNewTodo();
  return (
    <FormDialog value={asked} size="sm" title={() => t('todolist:rememberTitle')} onClose={close}>
      {({ ticket, text }) => (
        <NewTodoForm
          ticketUuid={ticket.uuid}
          name={displayName(ticket.contact)}
          text={text}
          onClose={close}
        />
      )}
    </FormDialog>
  );
}

interface FormProps {
  ticketUuid: string;
  name: string;
  /** The whole message; the task begins with as much of it as can be taken in at a glance. */
  text: string;
  onClose: () => void;
}

function NewTodoForm({ ticketUuid, name, text, onClose }: FormProps) {
  const { t } = useTexts();
  const { required } = useRules();
  const add = useMakingCommand('todos.add');
  const [key] = useState(() => uuidv7());
  const form = useForm({
    initialValues: {
      text: excerpt(text, []) || t('todolist:about', { name }),
      dueOn: null as string | null,
    },
    validate: { text: required },
  });
  useUnsaved(form.isDirty);
  const submit = form.onSubmit((values) =>
    whenSaved(
      add.mutateAsync({ key, ...values, about: { ticketUuid, contactName: name } }),
      t('todolist:added'),
      onClose,
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Textarea
          label={t('todolist:textLabel')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_TODO_CHARS}
          data-autofocus
          {...form.getInputProps('text')}
        />
        <DueField value={form.values.dueOn} onChange={(day) => form.setFieldValue('dueOn', day)} />
        <Text size="sm" c="dimmed">
          {t('todolist:thisComputer')}
        </Text>
        <FormActions saving={add.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
}
