import { TITLE } from '@balcao/shared/contract/limits.ts';
import {
  createHelp,
  deleteHelp,
  type HelpView,
  listHelps,
  updateHelp,
} from '@balcao/shared/features/helps/calls.ts';
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
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
  const removeOne = (helpId: number) =>
    remove.mutateAsync(
      { params: { helpId } },
      { onError: () => showToast(t('helps:deleteFailed'), { color: 'red' }) },
    );

  return (
    <Stack>
      <Panel>
        <HelpForm key={editing?.id ?? 'new'} help={editing} onDone={() => setEditing(null)} />
      </Panel>
      <ListView
        list={{ ...query, rows: helps }}
        failed={t('helps:loadFailed')}
        empty={{ icon: IconMovie, title: t('helps:empty'), hint: t('helps:emptyOperator') }}
      >
        <ListTable
          rows={helps}
          columns={[
            { head: t('helps:videoTitle'), className: cells.name, cell: ({ title }) => title },
            { head: t('helps:description'), visibleFrom: 'sm', cell: ({ description }) => description },
            { head: t('helps:video'), cell: ({ video }) => video },
          ]}
          actions={(help) => (
            <RowActions
              edit={{ label: t('helps:editNamed', { name: help.title }), onClick: () => setEditing(help) }}
              remove={{
                label: t('helps:deleteNamed', { name: help.title }),
                question: help.title,
                run: () => removeOne(help.id),
                gone: t('common:success'),
              }}
            />
          )}
        />
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
