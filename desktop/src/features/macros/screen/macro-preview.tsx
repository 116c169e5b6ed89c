import type { Effect } from '@balcao/shared/features/automations/rule.ts';
import type { Choices } from '../../../renderer/components/effects/use-choices.ts';
import { useEffectWords } from '../../../renderer/components/effects/use-effect-words.ts';
import classes from './macro-picker.module.css';

/** What a macro would do where it is asked for. */
export interface Look {
  heading: string;
  effects: readonly Effect[];
  /** Whether there is a way back, or why it cannot be used. */
  note: string;
  isFirm: boolean;
  isBlocked: boolean;
}

/** What would happen, in the order in which it does, and whether there is a way back. */
export function MacroPreviewView({ look, choices }: { look: Look; choices: Choices }) {
  const wordsOf = useEffectWords(choices);
  const { heading, effects, note, isFirm } = look;
  return (
    <section className={classes.preview} aria-label={heading} data-testid="macro-preview">
      <h3 className={classes.heading}>{heading}</h3>
      <ol className={classes.deeds}>
        {effects.map((effect, index) => {
          const { what, which } = wordsOf(effect);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a deed is nothing but its place
            <li key={index}>
              {what} <span className={classes.which}>{which}</span>
            </li>
          );
        })}
      </ol>
      <p className={classes.back} data-firm={isFirm || undefined} role="status">
        {note}
      </p>
    </section>
  );
}
