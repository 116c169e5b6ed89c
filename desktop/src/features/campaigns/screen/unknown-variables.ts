import { type CampaignVariable, fillTemplate } from '@balcao/shared/features/campaigns/rules.ts';

/** Filled in as a value of any field: what stays in braces is none. */
const NOBODY = { name: '', number: '', email: '' };

/** The words in braces that recipients would read as they stand. */
export function unknownVariables(text: string, variables: readonly CampaignVariable[]): string[] {
  const written = new Set(text.match(/\{[^{}\n]{1,100}\}/g));
  return [...written].filter((word) => fillTemplate(word, NOBODY, variables) === word);
}
