import {
  type ConnectionDetails,
  createConnection,
  getConnection,
  updateConnection,
} from '@balcao/shared/features/connections/calls.ts';
import type { ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { Stack, Tabs } from '@mantine/core';
import { useState } from 'react';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useFormStart } from '../../../renderer/kit/use-form-start.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AutomationFields, GeneralFields, ProgramFields, TextFields } from './connection-fields.tsx';
import classes from './connections.module.css';
import { fieldsOf, SECTION_OF, type Section, useConnectionForm } from './use-connection-form.ts';

interface Props {
  /** A new one is named by its kind. */
  connection: ConnectionRow | ConnectionKind | null;
  onClose: () => void;
  /** It exists: linking it, or seeing whether it is linked, is what comes next. */
  onCreated: (id: number) => void;
}

/** Creates a connection, or changes its behaviour and its automatic messages. */
export function ConnectionDialog({ connection, onClose, onCreated }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={connection}
      title={(shown) => (typeof shown === 'string' ? t('connections:addTitle') : t('connections:editTitle'))}
      size="xl"
      onClose={onClose}
    >
      {(shown) =>
        typeof shown === 'string' ? (
          <ConnectionForm
            key={shown}
            connection={null}
            kind={shown}
            onClose={onClose}
            onCreated={onCreated}
          />
        ) : (
          <Known key={shown.id} id={shown.id} onClose={onClose} onCreated={onCreated} />
        )
      }
    </FormDialog>
  );
}

function Known({ id, ...rest }: Omit<Props, 'connection'> & { id: number }) {
  const query = useFormStart(getConnection, { params: { whatsappId: id } });
  return (
    <QueryView query={query}>
      {(connection) => <ConnectionForm connection={connection} kind={connection.kind} {...rest} />}
    </QueryView>
  );
}

const SECTIONS: readonly Section[] = ['general', 'texts', 'automation', 'programs'];

function ConnectionForm({
  connection,
  kind,
  onClose,
  onCreated,
}: Omit<Props, 'connection'> & { connection: ConnectionDetails | null; kind: ConnectionKind }) {
  const { t } = useTexts();
  const [section, setSection] = useState<Section>('general');
  const create = useApiCommand(createConnection, { quiet: true });
  const update = useApiCommand(updateConnection, { quiet: true });
  const form = useConnectionForm(connection, kind);
  useUnsaved(form.isDirty);

  const submit = form.onSubmit(
    (values) => {
      const { token, credentials, ...fields } = fieldsOf(values);
      // What is kept is not read again: what was not typed stays.
      const secret = { ...(token === undefined ? {} : { token }), ...(credentials ? { credentials } : {}) };
      if (connection) {
        const body = { ...changedFields(fields, connection), name: fields.name, ...secret };
        update.mutate({ params: { whatsappId: connection.id }, body }, { onSuccess: updated });
      } else create.mutate({ body: { ...fields, kind: values.kind, ...secret } }, { onSuccess: created });
    },
    // A field that is wrong must be seen.
    (errors) => {
      const [first] = Object.keys(errors);
      if (first) setSection(SECTION_OF[first as keyof typeof SECTION_OF] ?? 'general');
    },
  );
  const updated = () => {
    showToast(t('connections:saved'));
    onClose();
  };
  const created = ({ id }: ConnectionDetails) => {
    onClose();
    onCreated(id);
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error ?? update.error} />
        <Tabs value={section} onChange={(value) => setSection(value as Section)} keepMounted>
          <Tabs.List mb="md">
            {SECTIONS.map((value) => (
              <Tabs.Tab key={value} value={value} className={classes.section}>
                {t(`connections:sections.${value}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="general">
            <GeneralFields form={form} connection={connection} />
          </Tabs.Panel>
          <Tabs.Panel value="texts">
            <TextFields form={form} />
          </Tabs.Panel>
          <Tabs.Panel value="automation">
            <AutomationFields form={form} />
          </Tabs.Panel>
          <Tabs.Panel value="programs">
            <ProgramFields form={form} hasToken={connection?.hasToken === true} />
          </Tabs.Panel>
        </Tabs>
        <FormActions
          label={connection ? t('common:save') : t('connections:create')}
          saving={create.isPending || update.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
