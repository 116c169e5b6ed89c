import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { answerRating, type RatingView } from '@balcao/shared/features/ratings/calls.ts';
import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

/** Writes to the customer who gave a mark. */
export function AnswerDialog({ rating, onClose }: { rating: RatingView | null; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <FormDialog
      value={rating}
      title={({ contact: { name } }) => t('ratings:answerNamed', { name })}
      onClose={onClose}
    >
      {(shown) => <AnswerForm key={shown.id} rating={shown} onClose={onClose} />}
    </FormDialog>
  );
}

function AnswerForm({ rating: { id }, onClose }: { rating: RatingView; onClose: () => void }) {
  const { t } = useTexts();
  const answer = useApiCommand(answerRating, { quiet: true });
  const form = useForm({
    initialValues: { body: '' },
    validate: { body: (body) => (body.trim() === '' ? t('ratings:answerMissing') : null) },
  });
  const submit = form.onSubmit(({ body }) =>
    whenSaved(answer.mutateAsync({ params: { ratingId: id }, body: { body } }), t('ratings:sent'), onClose),
  );
  return (
    <RecordForm
      isUnsaved={form.isDirty}
      onSubmit={submit}
      commands={[answer]}
      label={t('ratings:send')}
      onClose={onClose}
    >
      <Textarea
        label={t('ratings:answerField')}
        description={t('ratings:answerHint')}
        data-autofocus
        autosize
        minRows={3}
        maxRows={10}
        maxLength={MESSAGE_MAX_CHARS}
        {...form.getInputProps('body')}
      />
    </RecordForm>
  );
}
