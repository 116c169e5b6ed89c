/** A company's phone: its linked computers, and what WhatsApp and the network do to them. */
import { notice, run } from './api.js';
import { avatar, h, icon, prettyNumber, refill, timeOf } from './dom.js';
import { networkSwitch, setting } from './settings.js';
import { t } from './texts.js';

export function createCompany(stage, number) {
  const head = h('header', { class: 'device-head' });
  const devices = h('section', { class: 'panel' });
  const offers = h('div', { class: 'offers' });
  const codeForm = pairingCode(number);
  const linking = h(
    'section',
    { class: 'panel' },
    h('h3', {}, t('linkDevice')),
    offers,
    codeForm,
    qrField(number),
  );
  const faults = h('section', { class: 'panel settings' });
  const screen = h('div', { class: 'screen company' }, head, h('div', { class: 'scroll' }, devices, linking));
  stage.replaceChildren(h('div', { class: 'handset' }, screen), h('div', { class: 'beside' }, faults));
  return (state) => {
    const phone = state.phones.find((other) => other.number === number);
    const names = h('div', {}, h('strong', {}, phone.name), h('small', {}, prettyNumber(number)));
    head.replaceChildren(avatar(phone), names);
    refill(devices, phone.devices, () => [h('h3', {}, t('linkedDevices')), ...deviceRows(phone)]);
    refill(offers, state.offers, () => offerRows(phone, state.offers));
    codeForm.hidden = !phone.codeRequested;
    const { online, waiting, companionsCut, restriction } = phone;
    refill(faults, [online, waiting, companionsCut, restriction], () => [
      networkSwitch(phone),
      companionSwitch(phone),
      restrictionChoice(phone),
    ]);
  };
}

function deviceRows(phone) {
  if (!phone.devices.length) return [h('p', { class: 'muted' }, t('noDevices'))];
  return phone.devices.map((device) => {
    const lines = [t(device.online ? 'deviceOnline' : 'deviceOffline')];
    if (device.pending) lines.push(t('devicePending', { count: device.pending }));
    const unlink = () => run('unlink', { number: phone.number, device: device.id });
    return h(
      'div',
      { class: 'row', 'data-testid': `device-${device.id}` },
      h('span', { class: `badge-icon ${device.online ? 'on' : ''}` }, icon('laptop')),
      h('span', { class: 'grow' }, h('strong', {}, device.name), h('small', {}, lines.join(' · '))),
      h('button', { class: 'quiet danger', onclick: unlink }, t('unlink')),
    );
  });
}

function offerRows(phone, offers) {
  if (!offers.length) return [h('p', { class: 'muted' }, t('noOffers'))];
  return offers.map((offer) => {
    const since = t('offerSince', { client: offer.name, time: timeOf(offer.since) });
    const button = h(
      'button',
      { class: 'primary', 'data-testid': 'scan', onclick: () => scan(phone.number) },
      t('scan'),
    );
    return h(
      'div',
      { class: 'row offer' },
      h('span', { class: 'badge-icon on' }, icon('qr')),
      h(
        'span',
        { class: 'grow' },
        h('strong', {}, t('offer')),
        h('small', {}, offer.shown ? since : t('offerNeedsText')),
      ),
      offer.shown && button,
    );
  });
}

/** Links the computer whose QR this is, or that was shown to the sandbox last. */
async function scan(number, qr) {
  const linked = await run('scan', qr ? { number, qr } : { number });
  if (linked) notice(t('linked'));
  return linked;
}

function qrField(number) {
  const field = h('input', {
    name: 'qr',
    autocomplete: 'off',
    placeholder: t('qrPlaceholder'),
    'data-testid': 'qr',
    oninput: async () => {
      // a QR text is long and pasted at once; anything else is being typed
      if (!/2@.+,.+,.+,/.test(field.value)) return;
      const qr = field.value;
      field.value = '';
      await scan(number, qr);
    },
  });
  return h('label', { class: 'field' }, t('qrText'), field);
}

function pairingCode(number) {
  const field = h('input', {
    name: 'code',
    autocomplete: 'off',
    maxLength: 9,
    required: true,
    class: 'code',
  });
  const onsubmit = async (event) => {
    event.preventDefault();
    const linked = await run('enterPairingCode', { number, code: field.value.trim() });
    if (!linked) return;
    field.value = '';
    notice(t('linked'));
  };
  return h(
    'form',
    { class: 'field', onsubmit, hidden: true },
    h('strong', {}, t('codeRequested')),
    h('label', {}, t('code'), field),
    h('button', { class: 'primary' }, t('confirm')),
  );
}

function companionSwitch(phone) {
  const { number, companionsCut } = phone;
  const toggle = h('input', {
    type: 'checkbox',
    role: 'switch',
    checked: !companionsCut,
    'data-testid': 'companion-network',
    onchange: () =>
      companionsCut ? run('restoreCompanions', { number }) : run('cutCompanions', { number, refuse: true }),
  });
  const state = t(companionsCut ? 'companionsCut' : 'companionsFree');
  return setting(t('companionNetwork'), t('companionNetworkHint'), toggle, state);
}

function restrictionChoice(phone) {
  const options = ['none', 'sending', 'temporary', 'banned'].map((value) =>
    h('option', { value, selected: value === phone.restriction }, t(`restrict_${value}`)),
  );
  const onchange = (event) => run('restrict', { number: phone.number, how: event.target.value });
  const choice = h('select', { onchange, 'data-testid': 'restriction' }, ...options);
  return setting(t('restriction'), t('restrictionHint'), choice);
}
