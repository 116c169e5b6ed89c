import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { SCHEDULE } from '@balcao/shared/features/schedules/limits.ts';
import { useForm } from '@mantine/form';
import { v7 as uuidv7 } from 'uuid';
import { ContactSelect, type Customer } from '../../../renderer/components/contact-select.tsx';
import { type AttachedFile, FileField, isOnItsWay } from '../../../renderer/components/file-field.tsx';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { TemplateField } from '../../../renderer/components/template-field.tsx';
import { useBridgeCommand, useMakingCommand } from '../../../renderer/kit/bridge-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { type Asked, useScheduling } from '../../../renderer/kit/scheduling-store.ts';
import { instantOf, type SendTime, sendTimeOf } from '../../../renderer/kit/send-time.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { SendTimeFields } from './send-time-fields.tsx';

/** A message for later: it works without a network, like everything that is written to customers. */
export function ScheduleDialog() {
  const { t } = useTexts();
  const { asked, close } = useScheduling();
  return (
    <FormDialog
      value={asked}
      title={(asked) => (idOf(asked) ? t('schedules:editTitle') : t('schedules:addTitle'))}
      onClose={close}
    >
      {(asked) => <ScheduleForm asked={asked} onClose={close} />}
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
  asked: Asked;
  onClose: () => void;
}

function ScheduleForm({ asked, onClose }: FormProps) {
  const { t } = useTexts();
  const format = useFormat();
  const rules = useRules();
  const create = useMakingCommand('schedules.create', { quiet: true });
  const update = useBridgeCommand('schedules.update', { quiet: true });
  const form = useForm<Values>({
    initialValues: startOf(asked),
    validate: {
      contact: (contact) => (contact ? null : t('schedules:required')),
      body: (body) => {
        if (body.trim().length < SCHEDULE.minChars) return t('schedules:tooShort');
        return rules.atMost(MESSAGE_MAX_CHARS)(body);
      },
      sendTime: (sendTime) => (instantOf(sendTime) ? null : t('schedules:required')),
    },
  });
  const id = idOf(asked);
  const { refused, onSaved } = asked;
  const submit = form.onSubmit(async ({ contact, body, sendTime, file }) => {
    const sendAt = instantOf(sendTime);
    if (!contact || !sendAt) return;
    const fields = {
      contactId: contact.id,
      body: body.trim(),
      sendAt,
      mediaId: file?.mediaId ?? null,
      ...(refused ? { instead: refused.position } : {}),
    };
    const saved =
      id === null ? create.mutateAsync({ ...fields, id: uuidv7() }) : update.mutateAsync({ ...fields, id });
    const text = () =>
      id === null ? t('schedules:saved', { when: format.moment(sendAt) }) : t('schedules:changed');
    await whenSaved(saved, text, () => {
      onSaved?.(fields.mediaId);
      onClose();
    });
  });

  return (
    <RecordForm
      isUnsaved={form.isDirty}
      onSubmit={submit}
      commands={[create, update]}
      isWaiting={isOnItsWay(form.values.file)}
      label={id === null ? t('schedules:save') : t('common:save')}
      onClose={onClose}
    >
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
    </RecordForm>
  );
}

/** The id of the schedule that is changed; null: a new one is made. */
const idOf = ({ schedule, refused }: Asked): string | null => schedule?.id ?? refused?.draft.id ?? null;

function startOf({ schedule, refused, contact, body, file }: Asked): Values {
  if (schedule) {
    const { media } = schedule;
    return {
      contact: { id: schedule.contactId, name: schedule.contact.name },
      body: schedule.body,
      sendTime: sendTimeOf(new Date(schedule.sendAt)),
      file: media && { mediaId: media.id, name: media.name },
    };
  }
  if (refused) {
    const { contact, body, sendAt, file } = refused.draft;
    return { contact, body, sendTime: sendTimeOf(new Date(sendAt)), file };
  }
  const sendTime = sendTimeOf(new Date(serverNow().getTime() + SCHEDULE.aheadMs));
  return { contact, body, sendTime, file };
}
