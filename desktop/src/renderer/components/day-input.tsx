import 'dayjs/locale/es';
import 'dayjs/locale/pt-br';
import type { Language } from '@balcao/shared/bridge/methods.ts';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { useTexts } from '../app/use-texts.ts';

const LOCALES: Record<Language, string> = { pt: 'pt-br', en: 'en', es: 'es' };

/** A calendar day as YYYY-MM-DD, or null; written dd/MM/yyyy in every language (specification document 1, section 2). */
export function DayInput(props: Omit<DateInputProps, 'valueFormat' | 'locale'>) {
  const { t, i18n } = useTexts();
  return (
    <DateInput
      valueFormat="DD/MM/YYYY"
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
