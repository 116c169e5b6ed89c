import { AppError } from '@balcao/shared/errors.ts';
import {
  type CampaignVariable,
  parameterFor,
  type RecipientField,
} from '@balcao/shared/features/campaigns/rules.ts';
import type { TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';
import {
  filledTemplate,
  type QueuedTemplate,
  queuedTemplate,
} from '@balcao/shared/features/message-templates/template-text.ts';
import type { Tx } from '../../platform/db/client.ts';
import { type ChosenTemplate, chosenTemplate } from '../message-templates/message-templates.service.ts';

/** The approved text of a campaign as it is now; null: it says its own words. It may be gone since it was chosen. */
export async function templateFor(
  tx: Tx,
  companyId: number,
  { connectionId, template }: { connectionId: number | null; template: TemplateChoice | null },
): Promise<ChosenTemplate | 'gone' | null> {
  if (!template) return null;
  if (connectionId === null) return 'gone';
  try {
    return await chosenTemplate(tx, companyId, connectionId, template);
  } catch (error) {
    if (error instanceof AppError) return 'gone';
    throw error;
  }
}

/** It for one person: how it reads, and how it leaves. */
export function templateFilled(
  { template, parameters }: ChosenTemplate,
  person: Readonly<Record<RecipientField, string>>,
  variables: readonly CampaignVariable[],
): { body: string; template: QueuedTemplate } {
  const filled = parameters.map((text) => parameterFor(text, person, variables));
  return { body: filledTemplate(template, filled), template: queuedTemplate(template, filled) };
}
