import { setAway } from '@balcao/shared/features/assignment/calls.ts';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Sends a person away, or takes them back, and says so. */
export function useSetAway(userId: number) {
  const { t } = useTexts();
  const format = useFormat();
  const { mutate, isPending } = useApiCommand(setAway);
  const params = { userId };
  return {
    isPending,
    comeBack: () =>
      mutate({ params, body: { until: null } }, { onSuccess: () => showToast(t('assignment:away.isBack')) }),
    leave: (until: string, handBack: boolean, onDone: () => void) =>
      mutate(
        { params, body: { until, handBack } },
        {
          onSuccess: ({ handedBack: count }) => {
            const when = format.moment(until);
            showToast(
              count > 0
                ? t('assignment:away.doneHandedBack', { when, count })
                : t('assignment:away.done', { when }),
            );
            onDone();
          },
        },
      ),
  };
}
