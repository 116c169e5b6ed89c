/** The list of phones, and making a new one. */
import { run } from './api.js';
import { avatar, h, icon, prettyNumber, timeOf } from './dom.js';
import { language, languageNames, setLanguage, t } from './texts.js';

export function createSidebar(element) {
  const list = h('nav', { class: 'phones' });
  element.append(header(), list, h('footer', {}, newPhone()));
  let selected;
  return (state) => {
    const groups = [
      ['companies', state.phones.filter((phone) => phone.company)],
      ['customers', state.phones.filter((phone) => !phone.company)],
    ];
    list.replaceChildren(
      ...groups.flatMap(([title, phones]) => [
        h('h2', {}, t(title)),
        ...phones.map((phone) => row(phone, state)),
      ]),
      ...(state.messengers.length ? [h('h2', {}, t('messengers'))] : []),
      ...state.messengers.map((person) => rowThere(person, state)),
    );
    if (selected !== state.selected)
      list.querySelector('.selected')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    selected = state.selected;
  };
}

function header() {
  const logo = h('img', { src: 'icon.svg', alt: '', class: 'logo' });
  return h(
    'header',
    {},
    logo,
    h('div', { class: 'grow' }, h('h1', {}, t('title')), h('p', {}, t('subtitle'))),
    languageChoice(),
  );
}

function row(phone, state) {
  const { last, unread } = state.summaries[phone.number] ?? {};
  const waiting = phone.company && !phone.devices.length && state.offers.length > 0;
  return h(
    'a',
    {
      class: `phone ${phone.number === state.selected ? 'selected' : ''}`,
      href: `#${phone.number}`,
      'data-testid': `phone-${phone.number}`,
      'aria-current': phone.number === state.selected ? 'page' : undefined,
    },
    avatar(phone),
    h(
      'span',
      { class: 'who' },
      h('strong', {}, phone.name),
      h('small', {}, phone.company ? companyLine(phone) : (last?.text ?? prettyNumber(phone.number))),
    ),
    h(
      'span',
      { class: 'side' },
      last && !phone.company && h('time', {}, timeOf(last.at)),
      unread > 0 && h('b', { class: 'badge' }, String(unread)),
      waiting && h('b', { class: 'badge' }, icon('qr')),
    ),
  );
}

const lastOf = (said) => {
  const last = said.at(-1);
  return last?.text || (last?.sample && t(`sample_${last.sample}`));
};

/** Somebody on another messenger. */
function rowThere({ messenger, name, id, said }, { selected }) {
  return h(
    'a',
    {
      class: `phone ${messenger === selected ? 'selected' : ''}`,
      href: `#${messenger}`,
      'data-testid': `phone-${messenger}`,
      'aria-current': messenger === selected ? 'page' : undefined,
    },
    avatar({ name, number: id, online: true }),
    h('span', { class: 'who' }, h('strong', {}, name), h('small', {}, lastOf(said) || t(messenger))),
  );
}

function companyLine(phone) {
  if (!phone.devices.length) return t('notLinked');
  return t(phone.devices.some((device) => device.online) ? 'deviceOnline' : 'deviceOffline');
}

function newPhone() {
  const name = h('input', { name: 'name', required: true, placeholder: t('name'), 'aria-label': t('name') });
  const number = h('input', {
    name: 'number',
    required: true,
    inputMode: 'tel',
    placeholder: t('number'),
    'aria-label': t('number'),
  });
  const company = h('input', { type: 'checkbox', name: 'company' });
  const details = h('details', { class: 'new-phone' });
  const onsubmit = async (event) => {
    event.preventDefault();
    const digits = number.value.replace(/\D/g, '');
    const made = await run('createPhone', {
      name: name.value.trim(),
      number: digits,
      company: company.checked,
    });
    if (!made) return;
    event.target.reset();
    details.open = false;
    location.hash = made.number;
  };
  details.append(
    h('summary', {}, icon('plus'), t('addPhone')),
    h(
      'form',
      { onsubmit },
      name,
      number,
      h('label', { class: 'check' }, company, t('isCompany')),
      h('button', { class: 'primary' }, t('add')),
    ),
  );
  return details;
}

function languageChoice() {
  const options = Object.entries(languageNames).map(([value, text]) =>
    h('option', { value, selected: value === language }, text),
  );
  const onchange = (event) => setLanguage(event.target.value);
  return h('select', { 'aria-label': t('language'), class: 'language', onchange }, ...options);
}
