import { TITLE } from '@balcao/shared/contract/limits.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { createTicketView, updateTicketView } from '@balcao/shared/features/ticket-views/calls.ts';
import type { TicketViewRow } from '@balcao/shared/features/ticket-views/row.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { create } from 'zustand';
import { RecordDialog } from '../../../../renderer/components/record-dialog.tsx';
import { RecordForm } from '../../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../../renderer/kit/api-query.ts';
import { useRules } from '../../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../../renderer/kit/when-saved.ts';
import { useShownList } from './use-views.ts';

interface ViewDialogStore {
  asked: TicketViewRow | 'new' | null;
  ask(view: TicketViewRow | 'new' | null): void;
}

/** Asked for by the list's head and by a view's menu. */
export const useViewDialog = create<ViewDialogStore>()((set) => ({
  asked: null,
  ask: (asked) => set({ asked }),
}));

/** Names a view: the shown list as a new one, or one that is there. */
export function ViewDialog({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { asked, ask } = useViewDialog();
  const close = () => ask(null);
  return (
    <RecordDialog
      record={asked}
      addTitle={t('ticketViews:saveTitle')}
      editTitle={t('ticketViews:renameTitle')}
      size="md"
      onClose={close}
    >
      {(view) => <ViewForm user={user} view={view} onClose={close} />}
    </RecordDialog>
  );
}

interface FormProps {
  user: SessionUser;
  view: TicketViewRow | null;
  onClose: () => void;
}

function ViewForm({ user, view, onClose }: FormProps) {
  const { t } = useTexts();
  const list = useShownList();
  const make = useApiCommand(createTicketView, { quiet: true });
  const update = useApiCommand(updateTicketView, { quiet: true });
  const rules = useRules();
  const form = useForm({
    initialValues: { name: view?.name ?? '', team: false },
    validate: { name: rules.within(TITLE) },
  });
  const submit = form.onSubmit(async ({ name, team }) => {
    const made = list && (() => make.mutateAsync({ body: { ...list, name: name.trim(), team } }));
    const renamed =
      view && (() => update.mutateAsync({ params: { ticketViewId: view.id }, body: { name: name.trim() } }));
    const save = renamed ?? made;
    if (save) await whenSaved(save(), t('ticketViews:saved'), onClose);
  });
  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[make, update]} onClose={onClose}>
      <TextInput
        label={t('ticketViews:name')}
        placeholder={t('ticketViews:nameHint')}
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      {view === null && can(user, 'ticketViews:manageTeam') ? (
        <Switch
          label={t('ticketViews:team')}
          description={t('ticketViews:teamHint')}
          {...form.getInputProps('team', { type: 'checkbox' })}
        />
      ) : null}
    </RecordForm>
  );
}
