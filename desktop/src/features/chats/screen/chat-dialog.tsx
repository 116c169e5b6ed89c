import { TITLE } from '@balcao/shared/contract/limits.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import { createChat, updateChat } from '@balcao/shared/features/chats/calls.ts';
import { Button, Group, MultiSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  chat: ChatItem | 'new' | null;
  user: SessionUser;
  onClose(): void;
}

/** The title of a chat, and who takes part in it. */
export function ChatDialog({ chat, user, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog value={chat} title={() => t('chats:dialog')} size="md" onClose={onClose}>
      {(shown) => <ChatForm chat={shown === 'new' ? null : shown} user={user} onClose={onClose} />}
    </FormDialog>
  );
}

function ChatForm({ chat, user, onClose }: Props & { chat: ChatItem | null }) {
  const { t } = useTexts();
  const rules = useRules();
  const { data: people = [] } = useRows('user');
  const create = useApiCommand(createChat, { quiet: true });
  const update = useApiCommand(updateChat, { quiet: true });
  const form = useForm({
    initialValues: {
      title: chat?.title ?? '',
      users: (chat?.users ?? []).map(({ userId }) => String(userId)).filter((id) => id !== String(user.id)),
    },
    validate: {
      title: (title) => (title.trim() === '' ? t('chats:titleMissing') : rules.atMost(TITLE.max)(title)),
      users: (users) => (users.length === 0 ? t('chats:usersMissing') : null),
    },
  });
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(async ({ title, users }) => {
    const body = { title: title.trim(), users: users.map((id) => ({ id: Number(id) })) };
    const saved = chat
      ? update.mutateAsync({ params: { chatId: chat.id }, body })
      : create.mutateAsync({ body });
    await saved.then(
      ({ uuid }) => {
        onClose();
        if (!chat) navigate(`/chats/${uuid}`);
      },
      () => {},
    );
  });
  const others = people.filter(({ id }) => id !== user.id);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error ?? update.error} />
        <TextInput
          label={t('chats:titleLabel')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('title')}
        />
        <MultiSelect
          label={t('chats:users')}
          placeholder={form.values.users.length === 0 ? t('chats:usersPlaceholder') : ''}
          data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
          searchable
          hidePickedOptions
          nothingFoundMessage={t('common:noResults')}
          {...form.getInputProps('users')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('chats:close')}
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {t('chats:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
