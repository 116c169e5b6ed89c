import 'dayjs/locale/es';
import 'dayjs/locale/pt-br';
import type { Language } from '@balcao/shared/bridge/methods.ts';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { useTexts } from '../app/use-texts.ts';
import { writtenDay } from './written-day.ts';

const LOCALES: Record<Language, string> = { pt: 'pt-br', en: 'en', es: 'es' };

/** A calendar day as YYYY-MM-DD, or null; written dd/MM/yyyy in every language (specification document 1, section 2). */
export function DayInput(props: Omit<DateInputProps, 'valueFormat' | 'dateParser' | 'locale'>) {
  const { t, i18n } = useTexts();
  return (
    <DateInput
      valueFormat="DD/MM/YYYY"
      // Without one the browser reads the text: the month first, or not at all.
      dateParser={writtenDay}
      // The day of before is not what stands there now.
      onInput={({ currentTarget }) => {
        if (writtenDay(currentTarget.value) === null) props.onChange?.(null);
      }}
      placeholder={t('common:dayPlaceholder')}
      locale={LOCALES[i18n.language as Language]}
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
      nextLabel={t('common:nextMonth')}
      previousLabel={t('common:previousMonth')}
      {...props}
    />
  );
}
