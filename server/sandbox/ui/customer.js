/** A customer's phone: the conversation with a company. */

import { createActions } from './actions.js';
import { run } from './api.js';
import { createBubbles } from './bubbles.js';
import { createComposer } from './composer.js';
import { avatar, h, prettyNumber, refill } from './dom.js';
import { conversation } from './messages.js';
import { networkSwitch, setting } from './settings.js';
import { t } from './texts.js';

/** How near the end the conversation must stand to follow new messages. */
const FOLLOW_PX = 80;

/** Phones whose owner opens no conversation. */
const leavesUnread = new Set();

export function createCustomer(stage, number) {
  let company;
  const composer = createComposer(number, () => company?.number);
  const actions = createActions(number, composer.compose);
  const bubbles = createBubbles(actions.open);
  const head = h('header', { class: 'chat-head' });
  const chat = h('div', { class: 'chat', 'data-testid': 'chat', role: 'log' });
  const settings = h('section', { class: 'panel settings' });
  const screen = h('div', { class: 'screen' }, head, chat, composer.form, actions.box);
  stage.replaceChildren(h('div', { class: 'handset' }, screen), h('div', { class: 'beside' }, settings));
  let choice = '';
  return (state) => {
    const phone = state.phones.find((other) => other.number === number);
    const companies = state.phones.filter((other) => other.company);
    company = companies.find((other) => other.number === choice) ?? companies[0];
    head.replaceChildren(...(company ? headOf(company, phone) : []));
    composer.form.hidden = !company;
    const choose = (next) => {
      choice = next;
      dispatchEvent(new Event('refresh'));
    };
    const names = companies.map((other) => other.name);
    refill(settings, [phone.online, phone.waiting, phone.receipts, names], () => [
      networkSwitch(phone),
      readChoice(phone),
      companies.length > 1 && companyChoice(companies, company, choose),
    ]);
    showConversation(chat, bubbles, state, number, company);
    if (phone.online && readsOpen(phone) && company && document.visibilityState === 'visible')
      readOpen(state.ledger, number, company.number);
  };
}

function headOf(company, phone) {
  const typing = phone.online && phone.typing[company.number];
  const line = typing
    ? t(typing === 'recording' ? 'recording' : 'writing')
    : phone.online
      ? prettyNumber(company.number)
      : t('offline');
  return [
    avatar({ ...company, online: true }),
    h('div', {}, h('strong', {}, company.name), h('small', { class: typing ? 'typing' : '' }, line)),
  ];
}

function showConversation(chat, bubbles, state, number, company) {
  if (!company) return chat.replaceChildren(h('p', { class: 'empty' }, t('noCompany')));
  const messages = conversation(state.ledger, number, company.number);
  const follow = chat.scrollHeight - chat.scrollTop - chat.clientHeight < FOLLOW_PX;
  const empty = h('p', { class: 'empty' }, t('empty', { name: company.name }));
  chat.replaceChildren(...(messages.length ? bubbles(messages, number) : [empty]));
  const toEnd = () => {
    chat.scrollTop = chat.scrollHeight;
  };
  if (!follow) return;
  toEnd();
  for (const image of chat.querySelectorAll('img'))
    if (!image.complete) image.addEventListener('load', toEnd);
}

function readOpen(ledger, number, from) {
  const unread = ledger.some((entry) => {
    const handling = entry.recipients[number];
    return entry.from === from && handling?.arrived !== undefined && handling.read === undefined;
  });
  if (unread) run('read', { number, from });
}

function readsOpen(phone) {
  return phone.receipts !== 'none' && !leavesUnread.has(phone.number);
}

function readChoice(phone) {
  const { number } = phone;
  const current = phone.receipts === 'none' ? 'silent' : leavesUnread.has(number) ? 'never' : 'open';
  const options = ['open', 'never', 'silent'].map((value) =>
    h('option', { value, selected: value === current }, t(`read_${value}`)),
  );
  const onchange = ({ target }) => {
    if (target.value === 'never') leavesUnread.add(number);
    else leavesUnread.delete(number);
    run('configure', { number, receipts: target.value === 'silent' ? 'none' : 'delivered' });
  };
  return setting(t('readMode'), '', h('select', { onchange }, ...options));
}

function companyChoice(companies, company, choose) {
  const options = companies.map((other) =>
    h('option', { value: other.number, selected: other === company }, other.name),
  );
  return setting(
    t('conversationWith'),
    '',
    h('select', { onchange: (event) => choose(event.target.value) }, ...options),
  );
}
