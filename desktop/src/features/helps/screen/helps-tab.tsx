import { TITLE } from '@balcao/shared/contract/limits.ts';
import {
  createHelp,
  deleteHelp,
  type HelpView,
  listHelps,
  updateHelp,
} from '@balcao/shared/features/helps/calls.ts';
import { Button, Group, Stack, Table, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconMovie } from '@tabler/icons-react';
import { useState } from 'react';
import { FormError } from '../../../renderer/components/form-error.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Panel } from '../../../renderer/components/page.tsx';
import { RowActions } from '../../../renderer/components/row-actions.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './helps.module.css';
import { videoCode } from './video-code.ts';

/** The form and table of help videos, for the platform's operators. */
export function HelpsTab() {
  const { t } = useTexts();
  const query = useApiQuery(listHelps, {});
  const helps = query.data ?? [];
  const [editing, setEditing] = useState<HelpView | null>(null);
  const remove = useApiCommand(deleteHelp, { quiet: true });
  const confirmDelete = useConfirmDelete();

  const askDelete = (help: HelpView) =>
    confirmDelete(
      help.title,
      () =>
        remove.mutateAsync(
          { params: { helpId: help.id } },
          { onError: () => showToast(t('helps:deleteFailed'), { color: 'red' }) },
        ),
      t('common:success'),
    );

  return (
    <Stack>
      <Panel>
        <HelpForm key={editing?.id ?? 'new'} help={editing} onDone={() => setEditing(null)} />
      </Panel>
      <ListView
        query={query}
        failed={t('helps:loadFailed')}
        isEmpty={helps.length === 0}
        empty={{ icon: IconMovie, title: t('helps:empty'), hint: t('helps:emptyOperator') }}
      >
        <HelpsTable helps={helps} onEdit={setEditing} onDelete={askDelete} />
      </ListView>
    </Stack>
  );
}

function HelpForm({ help, onDone }: { help: HelpView | null; onDone: () => void }) {
  const { t } = useTexts();
  const rules = useRules();
  const create = useApiCommand(createHelp, { quiet: true });
  const update = useApiCommand(updateHelp, { quiet: true });
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      title: help?.title ?? '',
      description: help?.description ?? '',
      video: help?.video ?? '',
    },
    validate: {
      title: rules.within(TITLE),
      video: (video) => rules.required(video) ?? (videoCode(video) ? null : t('helps:wrongVideo')),
    },
  });

  const submit = form.onSubmit((values) => {
    const body = { ...values, video: videoCode(values.video) ?? '' };
    const done = {
      onSuccess: () => {
        showToast(help ? t('common:updated') : t('common:success'));
        form.reset();
        onDone();
      },
    };
    if (help) update.mutate({ params: { helpId: help.id }, body }, done);
    else create.mutate({ body }, done);
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <FormError error={create.error ?? update.error} title={t('helps:saveFailed')} />
      <div className={classes.fields}>
        <TextInput
          label={t('helps:videoTitle')}
          autoFocus={help !== null}
          {...form.getInputProps('title')}
          key={form.key('title')}
        />
        <TextInput
          label={t('helps:video')}
          placeholder="dQw4w9WgXcQ"
          {...form.getInputProps('video')}
          key={form.key('video')}
        />
      </div>
      <Textarea
        label={t('helps:description')}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
        key={form.key('description')}
      />
      <Group justify="flex-end" gap="xs">
        {help ? (
          <Button variant="default" onClick={onDone}>
            {t('common:cancel')}
          </Button>
        ) : null}
        <Button type="submit" loading={create.isPending || update.isPending}>
          {help ? t('common:save') : t('common:add')}
        </Button>
      </Group>
    </form>
  );
}

interface TableProps {
  helps: HelpView[];
  onEdit: (help: HelpView) => void;
  onDelete: (help: HelpView) => void;
}

function HelpsTable({ helps, onEdit, onDelete }: TableProps) {
  const { t } = useTexts();
  return (
    <ListTable
      head={
        <>
          <Table.Th>{t('helps:videoTitle')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('helps:description')}</Table.Th>
          <Table.Th>{t('helps:video')}</Table.Th>
        </>
      }
    >
      {helps.map((help) => (
        <Table.Tr key={help.id}>
          <Table.Td className={cells.name}>{help.title}</Table.Td>
          <Table.Td visibleFrom="sm">{help.description}</Table.Td>
          <Table.Td>{help.video}</Table.Td>
          <Table.Td>
            <RowActions
              edit={{ label: t('helps:editNamed', { name: help.title }), onClick: () => onEdit(help) }}
              remove={{
                label: t('helps:deleteNamed', { name: help.title }),
                onClick: () => onDelete(help),
              }}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </ListTable>
  );
}
