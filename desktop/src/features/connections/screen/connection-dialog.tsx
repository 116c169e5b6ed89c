import {
  type ConnectionDetails,
  createConnection,
  getConnection,
  updateConnection,
} from '@balcao/shared/features/connections/calls.ts';
import type { ConnectionKind } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { FormStart } from '../../../renderer/components/form-start.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
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
          <FormStart key={shown.id} contract={getConnection} input={{ params: { whatsappId: shown.id } }}>
            {(known) => (
              <ConnectionForm connection={known} kind={known.kind} onClose={onClose} onCreated={onCreated} />
            )}
          </FormStart>
        )
      }
    </FormDialog>
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
    <RecordForm
      isUnsaved={form.isDirty}
      onSubmit={submit}
      commands={[create, update]}
      label={connection ? t('common:save') : t('connections:create')}
      onClose={onClose}
    >
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
    </RecordForm>
  );
}
