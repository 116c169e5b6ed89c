import { createAnnouncement, updateAnnouncement } from '@balcao/shared/features/announcements/calls.ts';
import {
  type AnnouncementRow,
  PRIORITIES,
  type Priority,
  USUAL_PRIORITY,
} from '@balcao/shared/features/announcements/row.ts';
import {
  ANNOUNCEMENT_IMAGES,
  ANNOUNCEMENT_LIMITS,
  announcementImageName,
} from '@balcao/shared/features/announcements/rules.ts';
import { Input, Select, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type AttachedFile, FileField, isOnItsWay } from '../../../renderer/components/file-field.tsx';
import { FormActions } from '../../../renderer/components/form-actions.tsx';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { pictureOf } from './announcement-image.tsx';
import { AnnouncementView } from './announcement-view.tsx';
import classes from './announcements.module.css';

interface Props {
  announcement: AnnouncementRow | 'new' | null;
  onClose: () => void;
}

export function AnnouncementDialog({ announcement, onClose }: Props) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={announcement}
      title={(shown) => (shown === 'new' ? t('announcements:addTitle') : t('announcements:editTitle'))}
      size="lg"
      onClose={onClose}
    >
      {(shown) => <Form announcement={shown === 'new' ? null : shown} onClose={onClose} />}
    </FormDialog>
  );
}

interface FormProps {
  announcement: AnnouncementRow | null;
  onClose: () => void;
}

const { titleChars, textChars } = ANNOUNCEMENT_LIMITS;
/** Hints stand below their fields, so that the fields of a row are on one line. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

function useAnnouncementForm(announcement: AnnouncementRow | null) {
  const { t } = useTexts();
  const rules = useRules();
  const filled = (max: number) => (value: string) =>
    value.trim() === '' ? t('announcements:required') : rules.atMost(max)(value);
  return useForm({
    initialValues: {
      title: announcement?.title ?? '',
      text: announcement?.text ?? '',
      priority: String(announcement?.priority ?? USUAL_PRIORITY),
      status: String(announcement?.status ?? true),
      file: shownFile(announcement),
    },
    validate: { title: filled(titleChars.max), text: filled(textChars.max) },
  });
}

/** The picture that it has: a file of the core by its public name, which its form never sends. */
const shownFile = (announcement: AnnouncementRow | null): AttachedFile | null =>
  announcement?.mediaPath
    ? { mediaId: announcementImageName(announcement.mediaPath), name: announcement.mediaName ?? '' }
    : null;

type Values = ReturnType<typeof useAnnouncementForm>['values'];

function fieldsOf({ title, text, priority, status, file }: Values) {
  return {
    title: title.trim(),
    text: text.trim(),
    priority: Number(priority) as Priority,
    status: status === 'true',
    mediaId: file?.mediaId ?? null,
  };
}

function Form({ announcement, onClose }: FormProps) {
  const { t } = useTexts();
  const create = useApiCommand(createAnnouncement, { quiet: true });
  const update = useApiCommand(updateAnnouncement, { quiet: true });
  const form = useAnnouncementForm(announcement);
  useUnsaved(form.isDirty);
  const submit = form.onSubmit(async (values) => {
    const fields = fieldsOf(values);
    const before = announcement && { ...announcement, mediaId: shownFile(announcement)?.mediaId ?? null };
    const saved = before
      ? update.mutateAsync({ params: { announcementId: before.id }, body: changedFields(fields, before) })
      : create.mutateAsync({ body: fields });
    await whenSaved(saved, t('announcements:saved'), onClose);
  });
  const { file } = form.values;

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError error={create.error ?? update.error} />
        <TextInput
          label={t('announcements:name')}
          data-autofocus
          autoComplete="off"
          maxLength={titleChars.max}
          {...form.getInputProps('title')}
        />
        <Textarea
          label={t('announcements:text')}
          rows={6}
          maxLength={textChars.max}
          {...form.getInputProps('text')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <Select
            label={t('announcements:status')}
            description={t('announcements:statusHint')}
            inputWrapperOrder={ORDER}
            data={[
              { value: 'true', label: t('announcements:active') },
              { value: 'false', label: t('announcements:inactive') },
            ]}
            allowDeselect={false}
            {...form.getInputProps('status')}
          />
          <Select
            label={t('announcements:priority')}
            description={t('announcements:priorityHint')}
            inputWrapperOrder={ORDER}
            data={PRIORITIES.map((priority) => ({
              value: String(priority),
              label: t(`announcements:priorities.${priority}`),
            }))}
            allowDeselect={false}
            {...form.getInputProps('priority')}
          />
        </SimpleGrid>
        <FileField
          label={t('announcements:image')}
          description={t('announcements:imageHint')}
          accept={ANNOUNCEMENT_IMAGES}
          unfit={t('announcements:errors.ERR_ANNOUNCEMENT_IMAGE')}
          {...form.getInputProps('file')}
          value={file}
        />
        <Preview announcement={announcement} values={form.values} />
        <FormActions saving={create.isPending || update.isPending || isOnItsWay(file)} onCancel={onClose} />
      </Stack>
    </form>
  );
}

function Preview({ announcement, values }: { announcement: AnnouncementRow | null; values: Values }) {
  const { t } = useTexts();
  const { title, text, priority, mediaId } = fieldsOf(values);
  const isNew = mediaId !== (shownFile(announcement)?.mediaId ?? null);
  const shown = mediaId && (isNew ? mediaId : pictureOf(announcement?.mediaPath ?? ''));
  return (
    <Input.Wrapper label={t('announcements:preview')} labelElement="div">
      <div className={classes.preview}>
        {title === '' && text === '' && !shown ? (
          <span className={classes.previewEmpty}>{t('announcements:previewEmpty')}</span>
        ) : (
          <AnnouncementView
            title={title}
            text={text}
            priority={priority}
            at={announcement?.updatedAt ?? null}
            picture={shown ? { id: shown, name: values.file?.name ?? '' } : null}
          />
        )}
      </div>
    </Input.Wrapper>
  );
}
