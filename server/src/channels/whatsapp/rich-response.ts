import type { proto } from '@whiskeysockets/baileys';

/** Nobody reads more. */
const MAX_ENTRIES = 50;

/** What an AI of WhatsApp says: texts, tables, programs and formulas below one another. */
export const wordsOfRich = ({ submessages }: proto.IAIRichResponseMessage): string =>
  lines(first(submessages).map(wordsOfPart));

function wordsOfPart({
  messageText,
  imageMetadata,
  codeMetadata,
  tableMetadata,
  latexMetadata,
  mapMetadata,
  contentItemsMetadata,
}: proto.IAIRichResponseSubMessage): string {
  return lines([
    messageText,
    imageMetadata?.imageText,
    // The pieces of a program differ in colour alone.
    first(codeMetadata?.codeBlocks)
      .map(({ codeContent }) => codeContent)
      .join(''),
    tableMetadata?.title,
    ...first(tableMetadata?.rows).map(({ items }) => first(items).join(' | ')),
    latexMetadata?.text || lines(first(latexMetadata?.expressions).map((formula) => formula.latexExpression)),
    ...first(mapMetadata?.annotations).map(({ title, body }) => lines([title, body])),
    ...first(contentItemsMetadata?.itemsMetadata).map(({ reelItem }) => reelItem?.title),
  ]);
}

const first = <T>(entries: readonly T[] | null | undefined): readonly T[] =>
  (entries ?? []).slice(0, MAX_ENTRIES);

const lines = (parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join('\n');
