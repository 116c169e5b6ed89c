import type { PromptUsage } from '@balcao/shared/features/prompts/calls.ts';
import type { SettingKey } from '@balcao/shared/features/settings/rules.ts';
import type { Tx } from '../../platform/db/client.ts';

const LIMIT: SettingKey = 'aiMonthlyTokens';

/** The first day of the month that the company's calendar shows. */
const monthOf = (tx: Tx, now: Date) => tx`
  date_trunc('month', ${now}::timestamptz at time zone c.timezone)::date`;

/** Of all its prompts together. */
export type CompanyUsage = Omit<PromptUsage, 'prompts'>;

export async function find(tx: Tx, companyId: number, now: Date): Promise<CompanyUsage | undefined> {
  const [usage] = await tx<CompanyUsage[]>`
    select to_char(${monthOf(tx, now)}, 'YYYY-MM') as month, coalesce(u.calls, 0) as calls,
      coalesce(u.prompt_tokens, 0) as prompt_tokens, coalesce(u.completion_tokens, 0) as completion_tokens,
      coalesce(u.false_sources, 0) as false_sources,
      coalesce(u.proposals_kept, 0) as proposals_kept, coalesce(u.proposals_dropped, 0) as proposals_dropped,
      nullif(s.value, '')::bigint as limit
    from companies c
    left join ai_usage u on u.company_id = c.id and u.month = ${monthOf(tx, now)}
    left join settings s on s.company_id = c.id and s.key = ${LIMIT}
    where c.id = ${companyId}`;
  return usage;
}

/** What each prompt has done; those that have done nothing are left out. */
export const listByPrompt = (tx: Tx, companyId: number, now: Date): Promise<PromptUsage['prompts']> =>
  tx<PromptUsage['prompts']>`
    select u.prompt_id, u.answers, u.hand_overs, u.prompt_tokens, u.completion_tokens
    from companies c join prompts p on p.company_id = c.id
    join prompt_usage u on u.company_id = c.id and u.prompt_id = p.id and u.month = ${monthOf(tx, now)}
    where c.id = ${companyId} order by u.prompt_id`;

export async function add(
  tx: Tx,
  companyId: number,
  promptId: number,
  { promptTokens, completionTokens }: Pick<PromptUsage, 'promptTokens' | 'completionTokens'>,
  now: Date,
): Promise<void> {
  await tx`
    insert into ai_usage as u (company_id, month, calls, prompt_tokens, completion_tokens)
    select c.id, ${monthOf(tx, now)}, 1, ${promptTokens}, ${completionTokens}
    from companies c where c.id = ${companyId}
    on conflict (company_id, month) do update set calls = u.calls + 1,
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens`;
  await tx`
    insert into prompt_usage as u (company_id, prompt_id, month, prompt_tokens, completion_tokens)
    select c.id, ${promptId}, ${monthOf(tx, now)}, ${promptTokens}, ${completionTokens}
    from companies c where c.id = ${companyId}
    on conflict (company_id, prompt_id, month) do update set
      prompt_tokens = u.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = u.completion_tokens + excluded.completion_tokens`;
}

export async function addTurn(
  tx: Tx,
  companyId: number,
  promptId: number,
  isHandedOver: boolean,
  now: Date,
): Promise<void> {
  const column = tx(isHandedOver ? 'hand_overs' : 'answers');
  await tx`
    insert into prompt_usage as u (company_id, prompt_id, month, ${column})
    select c.id, ${promptId}, ${monthOf(tx, now)}, 1 from companies c where c.id = ${companyId}
    on conflict (company_id, prompt_id, month) do update set ${column} = u.${column} + 1`;
}

export async function addFalseSources(tx: Tx, companyId: number, count: number, now: Date): Promise<void> {
  await tx`
    insert into ai_usage as u (company_id, month, false_sources)
    select c.id, ${monthOf(tx, now)}, ${count} from companies c where c.id = ${companyId}
    on conflict (company_id, month) do update set false_sources = u.false_sources + excluded.false_sources`;
}

export async function addProposal(tx: Tx, companyId: number, kept: boolean, now: Date): Promise<void> {
  const column = tx(kept ? 'proposals_kept' : 'proposals_dropped');
  await tx`
    insert into ai_usage as u (company_id, month, ${column})
    select c.id, ${monthOf(tx, now)}, 1 from companies c where c.id = ${companyId}
    on conflict (company_id, month) do update set ${column} = u.${column} + 1`;
}
