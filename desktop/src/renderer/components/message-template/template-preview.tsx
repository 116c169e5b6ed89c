import type { MessageTemplate } from '@balcao/shared/features/message-templates/row.ts';
import { filledTemplate } from '@balcao/shared/features/message-templates/template-text.ts';
import { useTexts } from '../../kit/use-texts.ts';
import classes from './message-template.module.css';

/** An approved text as the customer will read it; blanks without a parameter stand as they are. */
export function TemplatePreview({
  template,
  parameters = [],
}: {
  template: MessageTemplate;
  parameters?: readonly string[];
}) {
  const { t } = useTexts();
  return (
    <div className={classes.preview}>
      <p className={classes.text} data-testid="template-preview">
        {filledTemplate(template, parameters)}
      </p>
      {template.buttons.length > 0 ? (
        <ul className={classes.buttons} aria-label={t('common:template.buttons')}>
          {template.buttons.map((button) => (
            <li key={button}>{button}</li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
