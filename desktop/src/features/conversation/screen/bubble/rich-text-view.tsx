import { mentionParts } from '@balcao/shared/features/mentions/rules.ts';
import type { Mentioned } from '@balcao/shared/features/messages/row.ts';
import { type Block, isFewEmoji, type Piece, parseBlocks } from '@balcao/shared/text/rich-text.ts';
import { Fragment, memo, type ReactNode } from 'react';
import { MentionChip } from './mention-chip.tsx';
import classes from './rich-text-view.module.css';
import { shownAddress } from './shown-address.ts';

/** Whom the text of a message names. */
interface Names {
  messageId: string;
  mentions: readonly Mentioned[];
}

interface Props {
  text: string;
  names?: Names;
}

/**
 * A text as WhatsApp shows it. Built of elements, never of markup: any content stays text. The parts are
 * functions and not components: conversations have dozens of them, and most texts are one piece.
 */
export const RichText = memo(function RichText({ text, names }: Props) {
  if (isFewEmoji(text)) return <span className={classes.emoji}>{text}</span>;
  return (
    <span className={classes.text}>
      {oneOrAll(parseBlocks(text).map((block, index) => blockOf(block, index, names)))}
    </span>
  );
});

/** A text on its own is written into the element around it. */
const oneOrAll = (nodes: ReactNode[]): ReactNode => (nodes.length === 1 ? nodes[0] : nodes);

const piecesOf = (pieces: Piece[], names?: Names): ReactNode =>
  oneOrAll(pieces.map((piece, index) => pieceOf(afterLines(piece, pieces[index - 1]), index, names)));

const isLinesOfCode = (piece: Piece | undefined) => piece?.type === 'code' && piece.text.includes('\n');

/** Lines of code end their line themselves. */
const afterLines = (piece: Piece, before: Piece | undefined): Piece =>
  piece.type === 'text' && isLinesOfCode(before) ? { ...piece, text: piece.text.replace(/^\n/, '') } : piece;

/** @param index its place among the blocks of the text, which never change places */
function blockOf(block: Block, index: number, names?: Names): ReactNode {
  switch (block.type) {
    case 'lines':
      return piecesOf(block.pieces, names);
    case 'quote':
      return (
        <span key={index} className={classes.blockquote}>
          {piecesOf(block.pieces, names)}
        </span>
      );
    case 'list': {
      const items = block.items.map((pieces, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change places
        <li key={place}>{piecesOf(pieces, names)}</li>
      ));
      return block.start === null ? (
        <ul key={index} className={classes.list}>
          {items}
        </ul>
      ) : (
        <ol key={index} className={classes.list} start={block.start}>
          {items}
        </ol>
      );
    }
  }
}

function pieceOf(piece: Piece, index: number, names?: Names): ReactNode {
  switch (piece.type) {
    case 'text':
      return names ? namesIn(piece.text, index, names) : piece.text;
    case 'code':
      return isLinesOfCode(piece) ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move what is wider than the bubble
        <code key={index} className={classes.codeLines} tabIndex={0}>
          {piece.text.replace(/^\n|\n$/g, '')}
        </code>
      ) : (
        <code key={index} className={classes.code}>
          {piece.text}
        </code>
      );
    case 'link':
      return (
        <a key={index} className={classes.link} href={piece.href} target="_blank" rel="noopener noreferrer">
          {shownAddress(piece)}
        </a>
      );
    case 'bold':
      return <strong key={index}>{piecesOf(piece.pieces, names)}</strong>;
    case 'italic':
      return <em key={index}>{piecesOf(piece.pieces, names)}</em>;
    case 'strike':
      return <s key={index}>{piecesOf(piece.pieces, names)}</s>;
  }
}

function namesIn(text: string, index: number, { messageId, mentions }: Names): ReactNode {
  const parts = mentionParts(text, mentions).map((part, place) =>
    part.userId === null ? (
      part.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <MentionChip key={place} messageId={messageId} userId={part.userId} text={part.text} />
    ),
  );
  return <Fragment key={index}>{parts}</Fragment>;
}
