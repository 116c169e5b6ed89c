import { Fragment, memo } from 'react';
import classes from './bubble.module.css';
import { type Block, isFewEmoji, type Piece, parseBlocks } from './rich-text.ts';

/** A text as WhatsApp shows it. Built of elements, never of markup: whatever it says, it stays text. */
export const RichText = memo(function RichText({ text }: { text: string }) {
  if (isFewEmoji(text)) return <span className={classes.emoji}>{text}</span>;
  return (
    <span className={classes.text}>
      {parseBlocks(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never change places
        <BlockView key={index} block={block} />
      ))}
    </span>
  );
});

function BlockView({ block }: { block: Block }) {
  switch (block.type) {
    case 'lines':
      return <Pieces pieces={block.pieces} />;
    case 'quote':
      return (
        <span className={classes.blockquote}>
          <Pieces pieces={block.pieces} />
        </span>
      );
    case 'list': {
      const items = block.items.map((pieces, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text never change places
        <li key={index}>
          <Pieces pieces={pieces} />
        </li>
      ));
      return block.start === null ? (
        <ul className={classes.list}>{items}</ul>
      ) : (
        <ol className={classes.list} start={block.start}>
          {items}
        </ol>
      );
    }
  }
}

function Pieces({ pieces }: { pieces: Piece[] }) {
  return pieces.map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
    <Fragment key={index}>{pieceOf(piece)}</Fragment>
  ));
}

function pieceOf(piece: Piece) {
  switch (piece.type) {
    case 'text':
      return piece.text;
    case 'code':
      return <code className={classes.code}>{piece.text}</code>;
    case 'link':
      return (
        <a className={classes.link} href={piece.href} target="_blank" rel="noopener noreferrer">
          {piece.text}
        </a>
      );
    case 'bold':
      return (
        <strong>
          <Pieces pieces={piece.pieces} />
        </strong>
      );
    case 'italic':
      return (
        <em>
          <Pieces pieces={piece.pieces} />
        </em>
      );
    case 'strike':
      return (
        <s>
          <Pieces pieces={piece.pieces} />
        </s>
      );
  }
}
