import type { ConnectionView } from '@balcao/shared/api/connections.ts';
import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useBridgeCommand } from '../../app/bridge-query.ts';
import { useTexts } from '../../app/use-texts.ts';
import { FormError } from '../../components/form-error.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
  onCreated: (connection: ConnectionView) => void;
}

const MIN_NAME = 2;
const MAX_NAME = 50;

export function AddConnectionDialog({ opened, onClose, onCreated }: Props) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('connections:addTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <AddForm onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

/** Creates the connection and starts it, so that the QR code is what comes next. */
function AddForm({ onClose, onCreated }: Omit<Props, 'opened'>) {
  const { t } = useTexts();
  const create = useBridgeCommand('connections.create', { quiet: true });
  const start = useBridgeCommand('connections.start');
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { name: '' },
    validate: {
      name: (name) => {
        const { length } = name.trim();
        if (length < MIN_NAME) return t('connections:nameTooShort');
        return length > MAX_NAME ? t('connections:nameTooLong') : null;
      },
    },
  });

  const submit = form.onSubmit((values) =>
    create.mutate(values, {
      onSuccess: (connection) => {
        start.mutate({ id: connection.id });
        onCreated(connection);
      },
    }),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error} />
        <TextInput
          label={t('connections:name')}
          description={t('connections:nameHint')}
          placeholder={t('connections:namePlaceholder')}
          data-autofocus
          {...form.getInputProps('name')}
          key={form.key('name')}
        />
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {t('connections:create')}
        </Button>
      </Group>
    </form>
  );
}
