import { createQueue, type QueueView, updateQueue } from '@balcao/shared/features/queues/calls.ts';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import type { QueueValues } from './use-queue-form.ts';

/** Creates a queue, or sends what has changed of one; what is refused is shown in the form. */
export function useSaveQueue(queue: QueueView | null, ownHours: boolean, onSaved: () => void) {
  const { t } = useTexts();
  const create = useApiCommand(createQueue, { quiet: true, also: ['users'] });
  const update = useApiCommand(updateQueue, { quiet: true, also: ['users'] });
  const save = async ({
    file,
    hours,
    connectionIds,
    promptId,
    integrationId,
    overflowQueueId,
    ...values
  }: QueueValues) => {
    const fields = {
      ...values,
      overflowQueueId: overflowQueueId === null ? null : Number(overflowQueueId),
      name: values.name.trim(),
      mediaId: file?.mediaId ?? null,
      connectionIds: connectionIds.map(Number).toSorted((a, b) => a - b),
      promptId: promptId ? Number(promptId) : null,
      integrationId: integrationId ? Number(integrationId) : null,
      ...(ownHours ? { schedules: hours } : {}),
    };
    const before = queue && { ...queue, mediaId: queue.media?.id ?? null };
    const saved = before
      ? update.mutateAsync({ params: { queueId: before.id }, body: changedFields(fields, before) })
      : create.mutateAsync({ body: fields });
    await whenSaved(saved, t('queues:saved'), onSaved);
  };
  return { save, isSaving: create.isPending || update.isPending, refusal: create.error ?? update.error };
}
