/** @jsxImportSource preact */
import { type Piece, parseBlocks } from '@balcao/shared/text/rich-text.ts';
import type { ComponentChildren } from 'preact';

const TAGS = { bold: 'strong', italic: 'em', strike: 's' } as const;

/** Words with our marks; what a stranger wrote is never markup. */
export const RichText = ({ text }: { text: string }) => (
  <div class="words">
    {parseBlocks(text).map((block, index) => {
      if (block.type === 'list') {
        const List = block.start === null ? 'ul' : 'ol';
        return (
          <List key={index} {...(block.start === null ? {} : { start: block.start })}>
            {block.items.map((item, place) => (
              <li key={place}>{pieces(item)}</li>
            ))}
          </List>
        );
      }
      const Lines = block.type === 'quote' ? 'blockquote' : 'p';
      return <Lines key={index}>{pieces(block.pieces)}</Lines>;
    })}
  </div>
);

const pieces = (all: readonly Piece[]): ComponentChildren =>
  all.map((piece, index) => {
    if (piece.type === 'text') return piece.text;
    if (piece.type === 'code') return <code key={index}>{piece.text}</code>;
    if (piece.type === 'link')
      return (
        <a key={index} href={piece.href} target="_blank" rel="noopener noreferrer">
          {piece.text}
        </a>
      );
    const Mark = TAGS[piece.type];
    return <Mark key={index}>{pieces(piece.pieces)}</Mark>;
  });
