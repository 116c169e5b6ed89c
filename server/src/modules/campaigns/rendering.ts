import { type RecipientField, type TemplatePart, templateParts } from '@balcao/shared/domain/campaign.ts';
import type { CampaignVariable } from '@balcao/shared/domain/campaign-settings.ts';
import type { Tx } from '../../platform/db/client.ts';

type Sql = ReturnType<Tx>;

/** A text with variables as an expression of SQL, which fills it in for each entry `i` of a list. */
function textFor(tx: Tx, text: string, variables: readonly CampaignVariable[]): Sql {
  return joined(tx, templateParts(text, variables));
}

/** A tree and no chain: PostgreSQL goes as deep into an expression as it is nested. */
function joined(tx: Tx, parts: readonly TemplatePart[]): Sql {
  const [only] = parts;
  if (!only) return tx`''`;
  if (parts.length === 1) return 'text' in only ? tx`${only.text}::text` : tx`${COLUMNS[only.field](tx)}`;
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
}

/** The places, from 1 on, of the texts that say something: each recipient gets one of them. */
export const variantsOf = ({ messages }: Pick<Texts, 'messages'>): number[] =>
  messages.flatMap((text, place) => (text.trim() === '' ? [] : [place + 1]));

/** The question that belongs to a text: its own one, else the first that there is; null when nobody is asked. */
export function questionOf({ confirmation, confirmationMessages }: Texts, variant: number): string | null {
  if (!confirmation) return null;
  const own = confirmationMessages[variant - 1]?.trim() ? confirmationMessages[variant - 1] : undefined;
  return own ?? confirmationMessages.find((text) => text.trim() !== '') ?? null;
}

/** What `v.variant` says to entry `i`. */
export function bodyOf(tx: Tx, texts: Texts, variables: readonly CampaignVariable[]): Sql {
  return byVariant(tx, variantsOf(texts), (variant) =>
    textFor(tx, texts.messages[variant - 1] ?? '', variables),
  );
}

export function questionBodyOf(tx: Tx, texts: Texts, variables: readonly CampaignVariable[]): Sql {
  if (!texts.confirmation) return tx`null::text`;
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
