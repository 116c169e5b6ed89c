import { PROFILES } from '@balcao/shared/contract/roles.ts';
import {
  createUser,
  removeSecondFactor,
  type UserView,
  updateUser,
} from '@balcao/shared/features/users/calls.ts';
import { INVITATION_DAYS } from '@balcao/shared/features/users/limits.ts';
import {
  Button,
  Group,
  MultiSelect,
  PasswordInput,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useLeaving } from '../../../renderer/components/form-dialog.tsx';
import { RecordDialog } from '../../../renderer/components/record-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { NewInvitation, PendingInvitation } from './invitation.tsx';

interface Props {
  /** `new` for a user to be added; null while nothing is open. */
  person: UserView | 'new' | null;
  /** The person who is looking: the own e-mail and password are changed with the present password. */
  own: number;
  onClose: () => void;
}

/** Makes or changes a person; profile, queues and default connection are the admin's to say. */
export function UserDialog({ person, own, onClose }: Props) {
  const { t } = useTexts();
  return (
    <RecordDialog
      record={person}
      addTitle={t('users:addTitle')}
      editTitle={t('users:editTitle')}
      onClose={onClose}
    >
      {(known) => <UserForm person={known} isOwn={known?.id === own} onClose={onClose} />}
    </RecordDialog>
  );
}

/** How somebody new comes to a password: they choose one, or the admin does. */
const ENTRIES = ['invitation', 'password'] as const;
type Entry = (typeof ENTRIES)[number];

interface FormProps {
  person: UserView | null;
  isOwn: boolean;
  onClose: () => void;
}

function UserForm({ person, isOwn, onClose }: FormProps) {
  const { t } = useTexts();
  const queues = useRows('queue');
  const connections = useRows('connection');
  const create = useApiCommand(createUser, { quiet: true });
  const update = useApiCommand(updateUser, { quiet: true });
  const [entry, setEntry] = useState<Entry>('invitation');
  const asksPassword = person !== null || entry === 'password';
  const form = useUserForm(person, isOwn, asksPassword);

  const submit = form.onSubmit(
    ({ password, currentPassword, allTicket, whatsappId, queueIds, email, ...values }) => {
      const fields = {
        ...values,
        email: email.trim(),
        allTicket: allTicket ? ('enable' as const) : ('disable' as const),
        whatsappId: whatsappId ? Number(whatsappId) : null,
        queueIds: queueIds.map(Number),
      };
      const done = {
        onSuccess: () => {
          showToast(t('users:saved'));
          onClose();
        },
      };
      if (!asksPassword) create.mutate({ body: fields });
      else if (!person) create.mutate({ body: { ...fields, password } }, done);
      else {
        const params = { userId: person.id };
        const secrets = {
          ...(password ? { password } : {}),
          ...(currentPassword ? { currentPassword } : {}),
        };
        const before = { ...person, queueIds: person.queues.map(({ id }) => id) };
        update.mutate({ params, body: { ...changedFields(fields, before), ...secrets } }, done);
      }
    },
  );
  const options = (rows: readonly { id: number; name: string }[] | undefined) =>
    (rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }));

  if (create.data?.invited)
    return (
      <Stack>
        <NewInvitation guest={create.data} invited={create.data.invited} />
        <Button variant="default" ml="auto" onClick={onClose}>
          {t('common:close')}
        </Button>
      </Stack>
    );
  return (
    <RecordForm
      isUnsaved={form.isDirty}
      onSubmit={submit}
      commands={[create, update]}
      {...(asksPassword ? {} : { label: t('users:invite') })}
      onClose={onClose}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('users:name')}
          data-autofocus
          autoComplete="off"
          {...form.getInputProps('name')}
          key={form.key('name')}
        />
        <TextInput
          type="email"
          label={t('users:email')}
          autoComplete="off"
          {...form.getInputProps('email')}
          key={form.key('email')}
        />
        {asksPassword ? (
          <PasswordInput
            label={t('users:password')}
            description={
              person ? t(person.invitation ? 'users:passwordInstead' : 'users:passwordHint') : undefined
            }
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': t('users:showPassword') }}
            {...form.getInputProps('password')}
            key={form.key('password')}
          />
        ) : null}
        {isOwn ? (
          <PasswordInput
            label={t('users:currentPassword')}
            description={t('users:currentPasswordHint')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('users:showPassword') }}
            {...form.getInputProps('currentPassword')}
            key={form.key('currentPassword')}
          />
        ) : null}
        <Select
          label={t('users:profile')}
          description={person ? t('users:profileHint') : undefined}
          data={PROFILES.map((value) => ({ value, label: t(`users:profiles.${value}`) }))}
          allowDeselect={false}
          {...form.getInputProps('profile')}
          key={form.key('profile')}
        />
      </SimpleGrid>
      {person ? null : (
        <Radio.Group
          label={t('users:entry')}
          description={entry === 'invitation' ? t('users:entryHint', { days: INVITATION_DAYS }) : undefined}
          value={entry}
          onChange={(chosen) => setEntry(chosen as Entry)}
        >
          <Group mt="xs">
            {ENTRIES.map((value) => (
              <Radio key={value} value={value} label={t(`users:entries.${value}`)} />
            ))}
          </Group>
        </Radio.Group>
      )}
      <MultiSelect
        label={t('users:queues')}
        data={options(queues.data)}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common:clear') }}
        {...form.getInputProps('queueIds')}
        key={form.key('queueIds')}
      />
      <Select
        label={t('users:connection')}
        description={t('users:connectionHint')}
        data={options(connections.data)}
        clearable
        clearButtonProps={{ 'aria-label': t('common:clear') }}
        {...form.getInputProps('whatsappId')}
        key={form.key('whatsappId')}
      />
      <Switch
        label={t('users:allTicket')}
        description={t('users:allTicketHint')}
        {...form.getInputProps('allTicket', { type: 'checkbox' })}
        key={form.key('allTicket')}
      />
      {person ? <LoadLink person={person} /> : null}
      {person?.invitation ? <PendingInvitation guest={person} invitation={person.invitation} /> : null}
      {person?.secondFactor ? <SecondFactorReset person={person} onDone={onClose} /> : null}
    </RecordForm>
  );
}

function useUserForm(person: UserView | null, isOwn: boolean, asksPassword: boolean) {
  const rules = useRules();
  return useForm({
    mode: 'uncontrolled',
    initialValues: {
      name: person?.name ?? '',
      email: person?.email ?? '',
      password: '',
      currentPassword: '',
      profile: person?.profile ?? 'user',
      allTicket: person?.allTicket === 'enable',
      whatsappId: person?.whatsappId ? String(person.whatsappId) : null,
      queueIds: (person?.queues ?? []).map(({ id }) => String(id)),
    },
    validate: {
      name: rules.name,
      email: rules.email,
      password: (password) =>
        asksPassword && !(person && password === '') ? rules.password(password) : null,
      currentPassword: (current, { email, password }) =>
        isOwn && (password || email.trim().toLowerCase() !== person?.email) ? rules.required(current) : null,
    },
  });
}

/** How much somebody may have is set where one sees how much they have. */
function LoadLink({ person }: { person: UserView }) {
  const { t } = useTexts();
  const leave = useLeaving('form');
  return (
    <Group justify="space-between">
      <span>{t('assignment:capacity.title')}</span>
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => leave(() => navigate(`/team-load/${person.id}`))}
      >
        {t('users:toLoad')}
      </Button>
    </Group>
  );
}

/** Helps a user who has lost the authenticator. */
function SecondFactorReset({ person, onDone }: { person: UserView; onDone: () => void }) {
  const { t } = useTexts();
  const remove = useApiCommand(removeSecondFactor);
  const done = () => {
    showToast(t('users:secondFactorRemoved'));
    onDone();
  };
  return (
    <Group justify="space-between">
      <span>{t('users:secondFactor')}</span>
      <Button
        size="compact-sm"
        variant="default"
        loading={remove.isPending}
        onClick={() => remove.mutate({ params: { userId: person.id } }, { onSuccess: done })}
      >
        {t('users:removeSecondFactor')}
      </Button>
    </Group>
  );
}
