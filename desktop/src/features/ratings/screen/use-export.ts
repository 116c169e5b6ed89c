import { csvLine } from '@balcao/shared/features/contacts/csv.ts';
import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import { listRatings, type RatingView, type RatingWords } from '@balcao/shared/features/ratings/calls.ts';
import { useMutation } from '@tanstack/react-query';
import { useApiRead } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast, useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { useSaveList } from '../../../renderer/kit/use-save-list.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { RatingQuery } from './filter-bar.tsx';

const MOST = 2_000;

/** Lets the person keep the ratings that the filter shows as a file, the newest ones where they are very many. */
export function useExport(filter: RatingQuery): { isPending: boolean; run: () => void } {
  const { t } = useTexts();
  const format = useFormat();
  const toastError = useErrorToast();
  const read = useApiRead();
  const save = useSaveList('ratings');
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const ratings: RatingView[] = [];
      let after: string | null = null;
      do {
        const query = { ...filter, ...(after === null ? {} : { after }) } as object;
        const page = await read(listRatings, { query });
        ratings.push(...page.ratings);
        after = page.next;
      } while (after !== null && ratings.length < MOST);
      return { ratings, isWhole: after === null };
    },
    async onSuccess({ ratings, isWhole }) {
      const said = (words: readonly RatingWords[], fromMe: boolean) =>
        words
          .filter((one) => one.fromMe === fromMe)
          .map(({ mediaType, body }) => (mediaType === 'chat' ? body : messagePreview(mediaType, body)))
          .join('\n');
      const head = [
        t('ratings:csv.when'),
        t('ratings:csv.customer'),
        t('ratings:csv.scale'),
        t('ratings:mark'),
        t('ratings:csv.level'),
        t('ratings:agent'),
        t('ratings:queue'),
        t('ratings:comment'),
        t('ratings:csv.answer'),
      ];
      const lines = ratings.map(({ ratedAt, contact, scale, mark, level, user, queue, words }) => [
        `${format.date(ratedAt)} ${format.time(ratedAt)}`,
        contact.name,
        t(`ratings:scales.${scale}`),
        String(mark),
        t(`ratings:level.${level as 1 | 2 | 3}`),
        user?.name ?? '',
        queue?.name ?? '',
        said(words, false),
        said(words, true),
      ]);
      const about = [filter.from, filter.to].filter(Boolean).join(' – ');
      const isSaved = await save({ name: t('ratings:title'), about }, [head, ...lines].map(csvLine).join(''));
      if (isSaved && !isWhole) showToast(t('ratings:exportMost', { count: ratings.length }));
    },
    onError: toastError,
  });
  return { isPending, run: () => mutate() };
}
