import {
  cardTypeOf,
  formatCardNumber,
  formatExpiry,
  parseExpiry,
  securityCodeLength,
} from '@cuida/core/checkout/card/card.ts'
import type { CardType } from '@cuida/core/checkout/order/order.ts'
import css from './card.module.css'
import type { CardValues } from './card-values.ts'
import { caretAfter } from './caret.ts'
import { createHtmlElement } from './dom.ts'
import { type Field, textField } from './field.ts'
import { cardIcon, codePicture } from './pictures.ts'
import type { FrameField, NewCardForm } from './protocol.ts'

export type Translate = (key: string) => string
export type Fields = Partial<Record<FrameField, Field>>

const digitsOnly = ({ target }: Event): void => {
  if (target instanceof HTMLInputElement) target.value = target.value.replaceAll(/\D/g, '')
}

/** All fields of a card, in screen order. */
export function newCardFields(
  translate: Translate,
  { holder = '', document }: Partial<Pick<NewCardForm, 'holder' | 'document'>>,
): Fields {
  const number = numberField(translate)
  const code = codeField(translate)
  const [typed] = number.inputs
  typed?.addEventListener('input', () => code.fit(cardTypeOf(typed.value)))
  return {
    number,
    holder: textField(
      { id: 'holder', label: translate('checkout.card.holder') },
      { autocomplete: 'cc-name', autocapitalize: 'words', value: holder },
    ),
    expiry: expiryField(translate),
    securityCode: code,
    ...(document === undefined ? {} : { document: documentField(translate, document) }),
  }
}

/** For a card saved at the provider: only its security code. */
export function securityCodeField(translate: Translate, cardType: CardType): Fields {
  const code = codeField(translate)
  code.fit(cardType)
  return { securityCode: code }
}

/** Formats the typed value; the caret stays at its digit. */
function reformat(input: HTMLInputElement, format: (text: string) => string): string {
  const { value, selectionStart } = input
  const formatted = format(value)
  const position = selectionStart ?? value.length
  // At the end of the field the browser places the caret correctly, and scanners fill whole numbers.
  const caret = position === value.length ? formatted.length : caretAfter(value, position, formatted)
  input.value = formatted
  input.setSelectionRange(caret, caret)
  return formatted
}

/** Digits in groups, as printed on the card. The caret stays at its digit; the phone's card scanner may fill it. */
function numberField(translate: Translate): Field {
  const field = textField(
    { id: 'number', label: translate('checkout.card.number') },
    { inputmode: 'numeric', autocomplete: 'cc-number', autocorrect: 'off' },
  )
  const [input] = field.inputs
  if (!input) return field
  const name = createHtmlElement('span')
  const box = createHtmlElement('div', { class: css.box })
  input.replaceWith(box)
  input.classList.add(css.digits ?? '')
  box.append(input, createHtmlElement('span', { class: css.brand, 'aria-live': 'polite' }, cardIcon(), name))
  input.addEventListener('input', () => {
    const formatted = reformat(input, formatCardNumber)
    const type = cardTypeOf(formatted)
    const brand = type ? translate(`checkout.card.brand.${type}`) : ''
    // Only changes, because screen readers announce this text.
    if (name.textContent !== brand) name.textContent = brand
  })
  return field
}

/** Month and year in one field, as printed on the card; accepts every usual way to write or paste a date. */
function expiryField(translate: Translate): Field {
  const field = textField(
    { id: 'expiry', label: translate('checkout.card.expiry') },
    { inputmode: 'numeric', autocomplete: 'cc-exp', placeholder: translate('checkout.card.expiryExample') },
  )
  const [input] = field.inputs
  input?.classList.add(css.expiry ?? '')
  input?.addEventListener('input', () => reformat(input, formatExpiry))
  return field
}

/** 3 digits, or 4 on the front of American Express, with a picture of their position. */
function codeField(translate: Translate): Field & { fit(type: CardType | undefined): void } {
  const help = createHtmlElement('span', { class: css.where })
  const field = textField(
    { id: 'securityCode', label: translate('checkout.card.securityCode'), hint: help },
    { inputmode: 'numeric', autocomplete: 'cc-csc' },
  )
  const [input] = field.inputs
  input?.classList.add(css.code ?? '')
  input?.addEventListener('input', digitsOnly)
  const fit = (type: CardType | undefined): void => {
    const front = type === 'amex'
    input?.setAttribute('maxlength', String(securityCodeLength(type)))
    if (help.dataset.front === String(front)) return
    help.dataset.front = String(front)
    help.replaceChildren(
      codePicture(front),
      createHtmlElement('span', {}, translate(front ? 'ui.card.codeOnFront' : 'ui.card.codeOnBack')),
    )
  }
  fit(undefined)
  return { ...field, fit }
}

const documentField = (translate: Translate, known: string): Field =>
  textField(
    { id: 'document', label: translate('checkout.card.document'), hint: translate('checkout.card.documentHint') },
    { inputmode: 'numeric', autocomplete: 'off', value: known },
  )

/** The typed values, in the shape that core's rules and the provider expect. */
export function valuesOf(fields: Fields): CardValues {
  const text = (name: FrameField) => fields[name]?.inputs[0]?.value ?? ''
  return {
    number: text('number'),
    holder: text('holder'),
    securityCode: text('securityCode'),
    expiry: parseExpiry(text('expiry')),
    document: text('document'),
  }
}
