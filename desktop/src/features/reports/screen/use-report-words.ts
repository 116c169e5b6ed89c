import { CHANNELS } from '@balcao/shared/features/connections/channel.ts';
import { REFERRAL_KINDS } from '@balcao/shared/features/messages/referral.ts';
import type { ReportFigures } from '@balcao/shared/features/reports/calls.ts';
import { NONE, type Part } from '@balcao/shared/features/reports/measures.ts';
import {
  differenceOf,
  type NumberName,
  writeDifference,
  writeMinutes,
  writeNumber,
} from '@balcao/shared/features/reports/numbers.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { useReferralName } from '../../../renderer/components/referral/use-referral-name.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** How a report is written in the person's language. */
export function useReportWords() {
  const { t, i18n } = useTexts();
  const referralName = useReferralName();
  const language = i18n.language as Language;
  return {
    number: (name: NumberName, figures: ReportFigures) => writeNumber(name, figures, language),
    minutes: (minutes: number) => writeMinutes(minutes, language),
    /** With its sign; null where there is nothing to compare with. */
    difference(name: NumberName, now: ReportFigures, before: ReportFigures) {
      const difference = differenceOf(name, now, before);
      return difference && writeDifference(difference, language, (value) => t('reports:points', { value }));
    },
    /** What a queue, an agent, a tag, a messenger or an origin is called. */
    part(part: Part, { key, name }: { key: string; name: string }) {
      if (key === NONE) return t(`reports:none.${part}`);
      const channel = CHANNELS.find((one) => one === key);
      if (part === 'channel') return channel ? t(`tickets:channel.${channel}`) : key;
      const kind = REFERRAL_KINDS.find((one) => key.startsWith(`${one}:`));
      if (part === 'origin' && kind) return referralName({ kind, title: name, sourceId: '' });
      return name || t('reports:gone');
    },
  };
}
