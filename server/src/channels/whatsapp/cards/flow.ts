import { CARD_LIMITS, type CardKeyKind } from '@balcao/shared/features/messages/card.ts';
import type { proto } from '@whiskeysockets/baileys';
import {
  type CardDraft,
  cardAction,
  cardItem,
  cardKey,
  type Maybe,
  moneyOfParts,
  textUpTo,
} from '../../card-parts.ts';
import { type Json, jsonOf, objectOf, objectsOf } from '../../json.ts';

const { items: MAX_ITEMS, actions: MAX_ACTIONS, keys: MAX_KEYS } = CARD_LIMITS;

/** What the buttons of a business's flow say: each is an object that its program has written. */
export function draftOfFlow(flow: Maybe<proto.Message.InteractiveMessage.INativeFlowMessage>): CardDraft {
  const buttons = (flow?.buttons ?? []).slice(0, MAX_ACTIONS).map(draftOfButton);
  const offer = objectOf(jsonOf(flow?.messageParamsJson).limited_time_offer);
  return {
    items: buttons.flatMap(({ items }) => items ?? []),
    keys: [...buttons.flatMap(({ keys }) => keys ?? []), ...cardKey('code', offer.text, offer.copy_code)],
    actions: [...buttons.flatMap(({ actions }) => actions ?? []), ...cardAction(offer.text, offer.url)],
    total: buttons.find(({ total }) => total)?.total ?? null,
    text: buttons.find(({ text }) => text)?.text,
    footer: buttons.find(({ footer }) => footer)?.footer,
  };
}

/** Flows that ask for money. The second is an order that is paid within WhatsApp. */
const PAYING = ['payment_info', 'review_and_pay', 'review_order', 'payment_method'];

function draftOfButton({
  name,
  buttonParamsJson,
}: proto.Message.InteractiveMessage.NativeFlowMessage.INativeFlowButton): CardDraft {
  const said = jsonOf(buttonParamsJson);
  const payment = 'payment_settings' in said || PAYING.includes(name ?? '') ? draftOfPayment(said) : {};
  const label = said.display_text ?? said.flow_cta;
  if (name === 'cta_copy' && said.copy_code) return { keys: cardKey('code', label, said.copy_code) };
  if (name === 'cta_call' && said.phone_number) return { keys: cardKey('phone', label, said.phone_number) };
  return {
    ...payment,
    items: [...(payment.items ?? []), ...objectsOf(said.sections, MAX_ITEMS).flatMap(itemsOfSection)],
    actions: cardAction(label ?? said.title ?? said.button_text, said.url),
  };
}

function itemsOfSection({ title, rows }: Json) {
  const entries = objectsOf(rows, MAX_ITEMS);
  if (entries.length === 0) return title ? [cardItem('', { heading: title })] : [];
  return entries.map((row, place) =>
    cardItem(row.title, { heading: place === 0 ? title : '', detail: row.description }),
  );
}

/** What makes the total of its lines. Signs, because what is stored is read in every language. */
const SUMS = [
  ['subtotal', 'Σ'],
  ['shipping', '🚚'],
  ['tax', '🏛'],
  ['discount', '➖'],
] as const;

/** An order that is to be paid: its lines, its sum, and the keys that it can be paid to. */
function draftOfPayment(said: Json): CardDraft {
  const { currency } = said;
  const money = (value: unknown) => {
    const { value: amount, offset } = objectOf(value);
    return moneyOfParts(amount, offset, currency);
  };
  const total = money(said.total_amount);
  const order = objectOf(said.order);
  const items = objectsOf(order.items, MAX_ITEMS).map((item) =>
    cardItem(item.name, {
      quantity: item.quantity,
      price: money(item.sale_amount) ?? money(item.amount),
    }),
  );
  const sums = SUMS.flatMap(([field, sign]) => {
    const price = money(order[field]);
    const { description } = objectOf(order[field]);
    return price && price.amount > 0
      ? cardItem([sign, description].filter(Boolean).join(' '), { price })
      : [];
  });
  return {
    // An order of which nothing is added or taken off has no other sum than its total.
    items: sums.length > 1 ? [...items.slice(0, MAX_ITEMS - sums.length), ...sums] : items,
    text: textUpTo(said.additional_note, CARD_LIMITS.text),
    footer: textUpTo(said.reference_id, CARD_LIMITS.footer),
    // A key that may be paid any sum says that it is none.
    total: total && total.amount > 0 ? total : null,
    keys: objectsOf(said.payment_settings, MAX_KEYS).flatMap(keysOf),
  };
}

function keysOf({ pix_static_code, pix_dynamic_code, boleto }: Json) {
  const [fixed, dynamic] = [objectOf(pix_static_code), objectOf(pix_dynamic_code)];
  return [
    ...cardKey(pixKindOf(fixed.key_type), fixed.merchant_name, fixed.key),
    ...cardKey('pixCode', dynamic.merchant_name, dynamic.code),
    ...cardKey('boleto', '', objectOf(boleto).digitable_line),
  ];
}

const PIX_KINDS: { [type: string]: CardKeyKind } = {
  CPF: 'pixCpf',
  CNPJ: 'pixCnpj',
  EMAIL: 'pixEmail',
  PHONE: 'pixPhone',
  EVP: 'pixRandom',
};
const pixKindOf = (type: unknown): CardKeyKind =>
  (typeof type === 'string' && Object.hasOwn(PIX_KINDS, type) && PIX_KINDS[type]) || 'pix';
