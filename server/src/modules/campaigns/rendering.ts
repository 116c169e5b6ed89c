import type { CampaignVariable } from '@balcao/shared/features/campaign-settings/rules.ts';
import { type RecipientField, templateParts } from '@balcao/shared/features/campaigns/rules.ts';
import { blanksOf, NO_PARAMETER, piecesOf } from '@balcao/shared/features/message-templates/template-text.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { ChosenTemplate } from '../message-templates/message-templates.service.ts';

type Sql = ReturnType<Tx>;

/** A text with variables as an expression of SQL, which fills it in for each entry `i` of a list. */
function textFor(tx: Tx, text: string, variables: readonly CampaignVariable[]): Sql {
  return joined(
    tx,
    templateParts(text, variables).map((part) =>
      'text' in part ? tx`${part.text}::text` : COLUMNS[part.field](tx),
    ),
  );
}

/** A tree and no chain: PostgreSQL goes as deep into an expression as it is nested. */
function joined(tx: Tx, parts: readonly Sql[]): Sql {
  const [only] = parts;
  if (!only) return tx`''`;
  if (parts.length === 1) return only;
  const middle = Math.ceil(parts.length / 2);
  return tx`(${joined(tx, parts.slice(0, middle))} || ${joined(tx, parts.slice(middle))})`;
}

const COLUMNS: Record<RecipientField, (tx: Tx) => Sql> = {
  name: (tx) => tx`i.name`,
  number: (tx) => tx`i.number`,
  email: (tx) => tx`i.email`,
};

export interface Texts {
  messages: readonly string[];
  confirmation: boolean;
  confirmationMessages: readonly string[];
  /** Goes out instead of all that; null: the connection takes free words. */
  template: ChosenTemplate | null;
}

/** The places, from 1 on, of the texts that say something: each recipient gets one of them. */
export const variantsOf = ({ messages, template }: Pick<Texts, 'messages' | 'template'>): number[] =>
  template ? [1] : messages.flatMap((text, place) => (text.trim() === '' ? [] : [place + 1]));

/** The question that belongs to a text: its own one, else the first that there is; null when nobody is asked. */
export function questionOf(
  { confirmation, confirmationMessages, template }: Texts,
  variant: number,
): string | null {
  if (!confirmation || template) return null;
  const own = confirmationMessages[variant - 1]?.trim() ? confirmationMessages[variant - 1] : undefined;
  return own ?? confirmationMessages.find((text) => text.trim() !== '') ?? null;
}

/** What fills the template's blanks for entry `i`, as `parameters` of `f`. */
export function parametersOf(tx: Tx, { template }: Texts, variables: readonly CampaignVariable[]): Sql {
  const filled = (template?.parameters ?? []).map(
    (text) =>
      tx`coalesce(nullif(trim(regexp_replace(${textFor(tx, text, variables)}, '\\s+', ' ', 'g')), ''), ${NO_PARAMETER})`,
  );
  const list = filled.reduce((before, one, at) => (at === 0 ? one : tx`${before}, ${one}`), tx``);
  return tx`cross join lateral (select array[${list}]::text[] as parameters) f`;
}

/** The template as it leaves for `f`; null without one. */
export function templateOf(tx: Tx, { template: chosen }: Texts): Sql {
  if (!chosen) return tx`null::jsonb`;
  const { name, language } = chosen.template;
  return tx`${tx.json({ name, language, blanks: blanksOf(chosen.template) })}::jsonb
    || jsonb_build_object('parameters', to_jsonb(f.parameters))`;
}

/** What `v.variant`, or the template with `f`, says to entry `i`. */
export function bodyOf(tx: Tx, texts: Texts, variables: readonly CampaignVariable[]): Sql {
  if (texts.template)
    return joined(
      tx,
      piecesOf(texts.template.template).map((piece) =>
        'text' in piece ? tx`${piece.text}::text` : tx`f.parameters[${piece.place + 1}::int]`,
      ),
    );
  return byVariant(tx, variantsOf(texts), (variant) =>
    textFor(tx, texts.messages[variant - 1] ?? '', variables),
  );
}

export function questionBodyOf(tx: Tx, texts: Texts, variables: readonly CampaignVariable[]): Sql {
  if (!texts.confirmation || texts.template) return tx`null::text`;
  return byVariant(tx, variantsOf(texts), (variant) =>
    textFor(tx, questionOf(texts, variant) ?? '', variables),
  );
}

function byVariant(tx: Tx, variants: readonly number[], text: (variant: number) => Sql): Sql {
  const cases = variants.reduce(
    (before, variant) => tx`${before} when ${variant}::int then ${text(variant)}`,
    tx``,
  );
  return variants.length === 0 ? tx`null::text` : tx`case v.variant ${cases} end`;
}
