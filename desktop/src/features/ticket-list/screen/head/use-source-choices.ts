import { REFERRAL_KINDS } from '@balcao/shared/features/messages/referral.ts';
import { useReferralName } from '../../../../renderer/components/referral/use-referral-name.ts';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';

interface Choice {
  value: string;
  label: string;
}

/**
 * Where customers came from: all of a kind, and each source by itself. None where nobody came by any; a kind whose sources
 * have no names is one source.
 */
export function useSourceChoices(): Choice[] {
  const { t } = useTexts();
  const nameOf = useReferralName();
  const { data: sources = [] } = useBridgeQuery('tickets.sources', null);
  const kinds = REFERRAL_KINDS.filter((kind) =>
    sources.some((one) => one.kind === kind && (one.title || one.sourceId)),
  );
  return [
    ...kinds.map((kind) => ({ value: kind, label: t(`tickets:referral.any.${kind}`) })),
    ...sources.map((referral) => ({ value: referral.source, label: nameOf(referral) })),
  ];
}
