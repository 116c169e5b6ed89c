import { isErrorCode } from '@balcao/shared/errors.ts';
import { SKIP_REASONS, type SkipReason } from '@balcao/shared/features/campaigns/row.ts';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

const isSkipReason = (reason: string): reason is SkipReason => SKIP_REASONS.some((one) => one === reason);

/** Why somebody did not get a campaign: a reason to leave people out, or a code of the catalogue. */
export function useReasonText(): (reason: string) => string {
  const { t } = useTexts();
  const errorText = useErrorText();
  return (reason) => {
    if (isSkipReason(reason)) return t(`campaigns:reasons.${reason}`);
    return isErrorCode(reason) ? errorText(reason) : reason;
  };
}
