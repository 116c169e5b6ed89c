import { OFFERED_VARIABLES } from '@balcao/shared/text/variables.ts';
import { useTexts } from './use-texts.ts';

const isOffered = (name: string): name is (typeof OFFERED_VARIABLES)[number] =>
  OFFERED_VARIABLES.some((one) => one === name);

/** What people call a variable; those of a contact's further fields they have named themselves. */
export function useVariableNames(): (name: string) => string {
  const { t } = useTexts();
  return (name) => (isOffered(name) ? t(`common:variables.${name}`) : name);
}
