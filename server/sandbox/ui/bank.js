/** A phone's banking program: it scans the Pix code on somebody's screen, or takes it pasted, and pays. */
import { notice, run } from './api.js';
import { h } from './dom.js';
import { t } from './texts.js';

export function createBank() {
  const code = h('input', {
    autocomplete: 'off',
    placeholder: t('pixPlaceholder'),
    'data-testid': 'pix-code',
  });
  const onsubmit = async (event) => {
    event.preventDefault();
    const pasted = code.value.trim();
    const paid = await run('payPix', pasted ? { code: pasted } : {});
    if (!paid) return;
    code.value = '';
    notice(t('pixPaid'));
  };
  return h(
    'form',
    { class: 'panel settings', onsubmit },
    h('h3', {}, t('bank')),
    h('label', { class: 'field' }, t('pixCode'), code),
    h('button', { class: 'primary', 'data-testid': 'pay-pix' }, t('payPix')),
  );
}
