import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './composer.module.css';
import type { DraftKeeper } from './draft-keeper.ts';
import { useDraftPart } from './use-draft.ts';

/** From this share of the limit on the remaining characters are shown. */
const TELL_FROM = 0.8;

/** How long the text is, once that matters, and by how much it is too long. */
export function Counter({ keeper, limit }: { keeper: DraftKeeper; limit: number }) {
  const { t } = useTexts();
  const format = useFormat();
  const length = useDraftPart(keeper, (draft) => {
    const { length } = draft.mode === 'note' ? draft.note : draft.body;
    return length > limit * TELL_FROM ? length : 0;
  });
  if (length === 0) return null;
  const over = length - limit;
  return (
    <span className={classes.counter} role="status" data-over={over > 0 || undefined}>
      {over > 0
        ? t('composer:tooLong', { count: over, over: format.number(over), limit: format.number(limit) })
        : t('composer:length', { length: format.number(length), limit: format.number(limit) })}
    </span>
  );
}
