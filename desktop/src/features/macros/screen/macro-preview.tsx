import type { Choices } from '../../../renderer/components/effects/use-choices.ts';
import { useEffectWords } from '../../../renderer/components/effects/use-effect-words.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './macro-picker.module.css';
import type { MacroPreview } from './use-macro-preview.ts';

/** What would happen, in the order in which it does, and whether there is a way back. */
export function MacroPreviewView({ preview, choices }: { preview: MacroPreview; choices: Choices }) {
  const { t } = useTexts();
  const wordsOf = useEffectWords(choices);
  const { effects, obstacle, isHeard } = preview;
  return (
    <section className={classes.preview} aria-label={t('macros:pick.will')} data-testid="macro-preview">
      <h3 className={classes.heading}>{t('macros:pick.will')}</h3>
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
      <p className={classes.back} data-firm={obstacle !== null || isHeard || undefined} role="status">
        {obstacle ? t(`macros:pick.${obstacle}`) : t(isHeard ? 'macros:pick.heard' : 'macros:pick.undoable')}
      </p>
    </section>
  );
}
