import { AppError } from '@balcao/shared/errors.ts';
import type { MessageTemplate, TemplateChoice } from '@balcao/shared/features/message-templates/row.ts';
import { asParameter, blanksOf } from '@balcao/shared/features/message-templates/template-text.ts';
import type { Tx } from '../../platform/db/client.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import * as repo from './message-templates.repo.ts';
import { templateLimits } from './template-limits.repo.ts';

/** Texts that the messenger has approved for a connection; its session keeps them as they are there. */

export { templateLimits };

/** ERR_NO_WAPP_FOUND. */
export async function templatesOf(
  tx: Tx,
  companyId: number,
  connectionId: number,
): Promise<MessageTemplate[]> {
  if (!(await repo.hasConnection(tx, companyId, connectionId))) throw new AppError('ERR_NO_WAPP_FOUND');
  return repo.list(tx, companyId, connectionId);
}

/** A template that was chosen, with something in each of its blanks. */
export interface ChosenTemplate {
  template: MessageTemplate;
  parameters: string[];
}

/**
 * ERR_NO_TEMPLATE_FOUND for what this connection does not have, ERR_TEMPLATE_PARAMETERS {count} when there are not as many
 * as it has blanks.
 */
export async function chosenTemplate(
  tx: Tx,
  companyId: number,
  connectionId: number,
  choice: TemplateChoice,
): Promise<ChosenTemplate> {
  const template = orNotFound(await repo.find(tx, companyId, connectionId, choice), 'ERR_NO_TEMPLATE_FOUND');
  const parameters = choice.parameters.map(asParameter);
  const count = blanksOf(template).length;
  if (parameters.length !== count || parameters.some((text) => text === ''))
    throw new AppError('ERR_TEMPLATE_PARAMETERS', { count });
  return { template, parameters };
}

/** ERR_TEMPLATE_LIMIT while the messenger lets this connection write first to nobody else, or thinks little of it. */
export async function assertMayWriteFirst(
  tx: Tx,
  companyId: number,
  connectionId: number,
  now: Date,
): Promise<void> {
  const { quality, freesAt } = await templateLimits(tx, companyId, connectionId, now);
  if (quality === 'red' || freesAt) throw new AppError('ERR_TEMPLATE_LIMIT');
}
