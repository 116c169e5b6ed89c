import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { getReportMailing, saveReportMailing } from '@balcao/shared/features/reports/calls.ts';
import { MAILED_PERIODS, type MailedPeriod } from '@balcao/shared/features/reports/measures.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { Alert, Checkbox, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

interface Props {
  isOpen: boolean;
  onClose: () => void;
}

/** Which reports are mailed to the person, if this server sends mail at all. */
export function MailingDialog({ isOpen, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog value={isOpen || null} title={() => t('reports:mailTitle')} size="md" onClose={onClose}>
      {() => <Mailing onClose={onClose} />}
    </FormDialog>
  );
}

function Mailing({ onClose }: Pick<Props, 'onClose'>) {
  const { t } = useTexts();
  const query = useApiQuery(getReportMailing, {});
  return (
    <QueryView query={query}>
      {(mailing) =>
        mailing.sendsMail ? (
          <MailingForm mailing={mailing} onClose={onClose} />
        ) : (
          <Alert>{t('reports:errors.ERR_NO_MAIL_SERVER')}</Alert>
        )
      }
    </QueryView>
  );
}

type MailingState = RouteOutput<typeof getReportMailing>;

function MailingForm({ mailing, onClose }: { mailing: MailingState } & Pick<Props, 'onClose'>) {
  const { t, i18n } = useTexts();
  const save = useApiCommand(saveReportMailing, { quiet: true });
  const form = useForm<{ periods: MailedPeriod[] }>({ initialValues: { periods: mailing.periods } });
  const submit = form.onSubmit(({ periods }) =>
    whenSaved(
      save.mutateAsync({ body: { periods, language: i18n.language as Language } }),
      t('reports:mailSaved'),
      onClose,
    ),
  );
  return (
    <RecordForm isUnsaved={form.isDirty} onSubmit={submit} commands={[save]} onClose={onClose}>
      <Text size="sm">{t('reports:mailHint', { email: mailing.email })}</Text>
      <Checkbox.Group aria-label={t('reports:mailTitle')} {...form.getInputProps('periods')}>
        {MAILED_PERIODS.map((period) => (
          <Checkbox key={period} mt="xs" value={period} label={t(`reports:mailPeriods.${period}`)} />
        ))}
      </Checkbox.Group>
    </RecordForm>
  );
}
