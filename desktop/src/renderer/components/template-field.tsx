import { OFFERED_VARIABLES } from '@balcao/shared/text/variables.ts';
import { useBridgeQuery } from '../kit/bridge-query.ts';
import { useTexts } from '../kit/use-texts.ts';
import { type TextFieldProps, VariableField } from './variable-field.tsx';

/** A text for customers, with buttons that put a variable, like `{{firstName}}`, where one writes. */
export function TemplateField(props: TextFieldProps) {
  const { t } = useTexts();
  const { data: fields = [] } = useBridgeQuery('contacts.fieldNames', null);
  const offered = [
    ...OFFERED_VARIABLES.map((name) => ({ variable: `{{${name}}}`, called: t(`common:variables.${name}`) })),
    ...fields.map((name) => ({ variable: `{{${name}}}`, called: name })),
  ];
  return <VariableField {...props} offered={offered} />;
}
