import { type Piece, parseRichText } from '@balcao/shared/text/rich-text.ts';
import { splitByVariables } from '@balcao/shared/text/variables.ts';
import { Fragment, type ReactNode } from 'react';
import { useVariableNames } from '../kit/use-variable-names.ts';
import classes from './template-text.module.css';

/** A text for customers as it will look, with the names of its variables where their values will stand. */
export function TemplateText({ text }: { text: string }) {
  const nameOf = useVariableNames();
  const words = (said: string): ReactNode =>
    splitByVariables(said).map((part, place) =>
      'words' in part ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
        <Fragment key={place}>{part.words}</Fragment>
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <span key={place} className={classes.variable}>
          {nameOf(part.name)}
        </span>
      ),
    );
  return <PiecesOf pieces={parseRichText(text)} words={words} />;
}

function PiecesOf({ pieces, words }: { pieces: Piece[]; words: (said: string) => ReactNode }) {
  return pieces.map((piece, place) => {
    const inner = 'pieces' in piece ? <PiecesOf pieces={piece.pieces} words={words} /> : words(piece.text);
    const Mark = MARKS[piece.type];
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
    return <Mark key={place}>{inner}</Mark>;
  });
}

/** An address leads nowhere here: it is only what customers will read. */
const MARKS = {
  text: Fragment,
  link: Fragment,
  code: 'code',
  bold: 'strong',
  italic: 'em',
  strike: 's',
} as const;
