import type { ScheduleItem } from '@balcao/shared/bridge/schedules.ts';
import { MESSAGE_MAX_CHARS, SCHEDULE } from '@balcao/shared/constants.ts';
import { Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useBridgeCommand } from '../../app/bridge-query.ts';
import { useFormat } from '../../app/format.ts';
import { useScheduling } from '../../app/scheduling-store.ts';
import { serverNow } from '../../app/server-now.ts';
import { showToast } from '../../app/toasts.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { type AttachedFile, FileField } from '../../components/file-field.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../components/form-dialog.tsx';
import { FormError } from '../../components/form-error.tsx';
import { TemplateField } from '../../components/template-field.tsx';
import { ContactSelect, type Customer } from './contact-select.tsx';
import { instantOf, type SendTime, sendTimeOf } from './send-time.ts';
import { SendTimeFields } from './send-time-fields.tsx';

/** A message for later: it works without a network, like everything that is written to customers. */
export function ScheduleDialog() {
  const { t } = useTexts();
  const { asked, close } = useScheduling();
  return (
    <FormDialog
      value={asked}
      title={({ schedule }) => (schedule ? t('schedules:editTitle') : t('schedules:addTitle'))}
      onClose={close}
    >
      {({ schedule, contact, body, onSaved }) => (
        <ScheduleForm
          schedule={schedule}
          start={startOf(schedule, contact, body)}
          onClose={close}
          {...(onSaved ? { onSaved } : {})}
        />
      )}
    </FormDialog>
  );
}

interface Values {
  contact: Customer | null;
  body: string;
  sendTime: SendTime;
  file: AttachedFile | null;
}

interface FormProps {
  schedule: ScheduleItem | null;
  start: Values;
  onSaved?: () => void;
  onClose: () => void;
}

function ScheduleForm({ schedule, start, onSaved, onClose }: FormProps) {
  const { t } = useTexts();
  const format = useFormat();
  const create = useBridgeCommand('schedules.create', { quiet: true });
  const update = useBridgeCommand('schedules.update', { quiet: true });
  const form = useForm<Values>({
    initialValues: start,
    validate: {
      contact: (contact) => (contact ? null : t('schedules:required')),
      body: (body) => {
        const { length } = body.trim();
        if (length < SCHEDULE.minChars) return t('schedules:tooShort');
        return length > MESSAGE_MAX_CHARS ? t('common:rules.tooLong') : null;
      },
      sendTime: (sendTime) => (instantOf(sendTime) ? null : t('schedules:required')),
    },
  });
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(async ({ contact, body, sendTime, file }) => {
    const sendAt = instantOf(sendTime);
    if (!contact || !sendAt) return;
    const fields = { contactId: contact.id, body: body.trim(), sendAt, mediaId: file?.mediaId ?? null };
    const saved = schedule ? update.mutateAsync({ ...fields, id: schedule.id }) : create.mutateAsync(fields);
    await saved.then(
      () => {
        const when = format.moment(sendAt);
        showToast(schedule ? t('schedules:changed') : t('schedules:saved', { when }));
        onSaved?.();
        onClose();
      },
      // Shown at the head of the form.
      () => {},
    );
  });

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error ?? update.error} />
        <ContactSelect {...form.getInputProps('contact')} value={form.values.contact} />
        <TemplateField
          label={t('schedules:body')}
          minRows={3}
          {...form.getInputProps('body')}
          value={form.values.body}
        />
        <SendTimeFields {...form.getInputProps('sendTime')} value={form.values.sendTime} />
        <FileField
          label={t('schedules:file')}
          description={t('schedules:fileHint')}
          accept={SCHEDULE.files}
          later
          {...form.getInputProps('file')}
          value={form.values.file}
        />
        <FormActions
          label={schedule ? t('common:save') : t('schedules:save')}
          saving={create.isPending || update.isPending}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

function startOf(schedule: ScheduleItem | null, contact: Customer | null, body: string): Values {
  if (!schedule) {
    const sendTime = sendTimeOf(new Date(serverNow().getTime() + SCHEDULE.aheadMs));
    return { contact, body, sendTime, file: null };
  }
  const { media } = schedule;
  return {
    contact: { id: schedule.contactId, name: schedule.contact.name },
    body: schedule.body,
    sendTime: sendTimeOf(new Date(schedule.sendAt)),
    file: media && { mediaId: media.id, name: media.name },
  };
}
