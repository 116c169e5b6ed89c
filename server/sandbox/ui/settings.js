/** Switches beside a phone. */
import { run } from './api.js';
import { h } from './dom.js';
import { t } from './texts.js';

/** A title and hint with a control, and its state in words. */
export function setting(title, hint, control, state) {
  const texts = h('span', { class: 'grow' }, h('strong', {}, title), h('small', {}, hint));
  return h(
    'label',
    { class: 'setting' },
    texts,
    h('span', { class: 'control' }, control, state && h('small', {}, state)),
  );
}

/** The phone's own network. */
export function networkSwitch(phone) {
  const { number, online, waiting } = phone;
  const toggle = h('input', {
    type: 'checkbox',
    role: 'switch',
    checked: online,
    'data-testid': 'network',
    onchange: () => run(online ? 'goOffline' : 'comeBack', { number }),
  });
  const state = waiting ? t('waitingItems', { count: waiting }) : t(online ? 'online' : 'offline');
  return setting(t('network'), t('networkHint'), toggle, state);
}
