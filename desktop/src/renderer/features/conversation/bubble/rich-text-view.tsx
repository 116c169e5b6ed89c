import { memo, type ReactNode } from 'react';
import { type Block, isFewEmoji, type Piece, parseBlocks } from '../../../components/message/rich-text.ts';
import classes from './bubble.module.css';

/**
 * A text as WhatsApp shows it. Built of elements, never of markup: any content stays text. The parts are
 * functions and not components: conversations have dozens of them, and most texts are one piece.
 */
export const RichText = memo(function RichText({ text }: { text: string }) {
  if (isFewEmoji(text)) return <span className={classes.emoji}>{text}</span>;
  return <span className={classes.text}>{oneOrAll(parseBlocks(text).map(blockOf))}</span>;
});

/** A text on its own is written into the element around it. */
const oneOrAll = (nodes: ReactNode[]): ReactNode => (nodes.length === 1 ? nodes[0] : nodes);

const piecesOf = (pieces: Piece[]): ReactNode => oneOrAll(pieces.map(pieceOf));

/** @param index its place among the blocks of the text, which never change places */
function blockOf(block: Block, index: number): ReactNode {
  switch (block.type) {
    case 'lines':
      return piecesOf(block.pieces);
    case 'quote':
      return (
        <span key={index} className={classes.blockquote}>
          {piecesOf(block.pieces)}
        </span>
      );
    case 'list': {
      const items = block.items.map((pieces, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change places
        <li key={place}>{piecesOf(pieces)}</li>
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

function pieceOf(piece: Piece, index: number): ReactNode {
  switch (piece.type) {
    case 'text':
      return piece.text;
    case 'code':
      return (
        <code key={index} className={classes.code}>
          {piece.text}
        </code>
      );
    case 'link':
      return (
        <a key={index} className={classes.link} href={piece.href} target="_blank" rel="noopener noreferrer">
          {piece.text}
        </a>
      );
    case 'bold':
      return <strong key={index}>{piecesOf(piece.pieces)}</strong>;
    case 'italic':
      return <em key={index}>{piecesOf(piece.pieces)}</em>;
    case 'strike':
      return <s key={index}>{piecesOf(piece.pieces)}</s>;
  }
}
