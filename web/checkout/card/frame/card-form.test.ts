import { beforeEach, describe, expect, test } from 'vitest'
import {
  type FakeElement,
  mercadoPagoProvider,
  moneiProvider,
  newCardForm,
  renderCardForm,
  stubDocument,
} from './test-form.ts'

beforeEach(stubDocument)

describe('fields', () => {
  const fieldNames = (form: ReturnType<typeof renderCardForm>) =>
    form.element
      .all()
      .filter(({ tag }) => tag === 'input')
      .map((part) => part.getAttribute('id'))
  const printed = ['number', 'holder', 'expiry', 'securityCode']

  test('a new card asks for everything that is printed on it', () =>
    expect(fieldNames(renderCardForm())).toEqual(printed))

  test("in Brazil the payer's document is asked too, prefilled when known", () => {
    const form = renderCardForm(mercadoPagoProvider)
    expect(fieldNames(form)).toEqual([...printed, 'document'])
    expect(form.field('document').value).toBe('529.982.247-25')
  })

  test("the account holder's name is filled in and can be changed", () => {
    const { field, type } = renderCardForm(moneiProvider, { ...newCardForm, holder: 'Ana Ruiz' })
    expect(field('holder').value).toBe('Ana Ruiz')
    type('holder', 'Luis Ruiz')
    expect(field('holder').value).toBe('Luis Ruiz')
    expect(renderCardForm().field('holder').value).toBe('')
  })

  test('a saved card asks only for its code, which is on the front of American Express', () => {
    const known = { kind: 'securityCode', cardId: '149002' } as const
    const amex = renderCardForm(mercadoPagoProvider, { ...known, cardType: 'amex' })
    expect(fieldNames(amex)).toEqual(['securityCode'])
    expect(amex.field('securityCode').getAttribute('maxlength')).toBe('4')
    expect(amex.element.textContent).toContain('ui.card.codeOnFront')
    const visa = renderCardForm(mercadoPagoProvider, { ...known, cardType: 'visa' })
    expect(visa.field('securityCode').getAttribute('maxlength')).toBe('3')
    expect(visa.element.textContent).toContain('ui.card.codeOnBack')
  })

  test('fields have labels and, where needed, descriptions', () => {
    const form = renderCardForm(mercadoPagoProvider)
    const labels = form.element.all().filter(({ tag }) => tag === 'label' || tag === 'legend')
    expect(labels.map((label) => [label.getAttribute('for'), label.textContent])).toEqual([
      ['number', 'checkout.card.number'],
      ['holder', 'checkout.card.holder'],
      ['expiry', 'checkout.card.expiry'],
      ['securityCode', 'checkout.card.securityCode'],
      ['document', 'checkout.card.document'],
    ])
    expect(form.field('expiry').getAttribute('placeholder')).toBe('checkout.card.expiryExample')
    expect(form.field('number').getAttribute('aria-describedby')).toBeNull()
    expect(form.field('document').getAttribute('aria-describedby')).toBe('document-hint')
    expect(form.element.byId('document-hint')?.textContent).toBe('checkout.card.documentHint')
    for (const [id, name] of Object.entries({
      number: 'cc-number',
      holder: 'cc-name',
      expiry: 'cc-exp',
      securityCode: 'cc-csc',
    }))
      expect(form.field(id).getAttribute('autocomplete')).toBe(name)
  })
})

describe('typing', () => {
  test('a number is grouped as printed, with the caret at its end', () => {
    const { type, field } = renderCardForm()
    type('number', '4444444444444422')
    expect(field('number')).toMatchObject({ value: '4444 4444 4444 4422', selection: [19, 19] })
  })

  test('a digit typed in the middle keeps the caret in place', () => {
    const { type, field } = renderCardForm()
    field('number').selection = [6, 6]
    type('number', '4242 94242 4242')
    expect(field('number')).toMatchObject({ value: '4242 9424 2424 2', selection: [6, 6] })
  })

  test("the brand is announced once, and the code's length follows it", () => {
    const { type, field, element } = renderCardForm()
    const brand = element
      .all()
      .find((part) => part.getAttribute('aria-live') === 'polite')
      ?.children.at(-1) as FakeElement
    for (const text of ['3', '37', '375', '']) type('number', text)
    expect(brand.said).toEqual(['checkout.card.brand.amex', ''])
    type('number', '37')
    expect(field('securityCode').getAttribute('maxlength')).toBe('4')
    expect(element.byId('securityCode-hint')?.textContent).toBe('ui.card.codeOnFront')
    type('number', '4')
    expect(field('securityCode').getAttribute('maxlength')).toBe('3')
    expect(element.byId('securityCode-hint')?.textContent).toBe('ui.card.codeOnBack')
  })

  test.each([
    ['4', 'visa'],
    ['51', 'master'],
    ['34', 'amex'],
  ])('%s… is a %s', (number, brand) => {
    const { type, element } = renderCardForm()
    type('number', number)
    expect(element.textContent).toContain(`checkout.card.brand.${brand}`)
  })

  test('a code accepts only digits', () => {
    const { type, field } = renderCardForm()
    type('securityCode', '1a2-')
    expect(field('securityCode').value).toBe('12')
  })

  test('an expiry date gets its slash, with the caret at its end', () => {
    const { type, field } = renderCardForm()
    type('expiry', '123')
    expect(field('expiry')).toMatchObject({ value: '12 / 3', selection: [6, 6] })
  })

  test('a name accepts letters', () => {
    const { type, field } = renderCardForm()
    type('holder', 'Ana 3')
    expect(field('holder').value).toBe('Ana 3')
  })

  test('Enter is sent to the app, other keys stay in the field', () => {
    const { field, element, sent } = renderCardForm()
    const press = (part: FakeElement, key: string) =>
      part.happens(Object.assign(new Event('keydown', { cancelable: true }), { key }))
    expect(press(field('number'), 'Enter').defaultPrevented).toBe(true)
    expect(sent).toEqual([{ type: 'enter' }])
    expect(press(field('number'), '4').defaultPrevented).toBe(false)
    // On a link of the error summary Enter opens the link.
    expect(press(element.children[0] as FakeElement, 'Enter').defaultPrevented).toBe(false)
    expect(sent).toHaveLength(1)
  })
})

describe('leaving a field', () => {
  test('an invalid field shows its error and announces it once', () => {
    const { type, leave, errorOf, said, field } = renderCardForm()
    type('number', '4444 4444 4444 4421')
    leave('number')
    expect(errorOf('number')).toBe('checkout.card.number.INVALID')
    expect(said()).toMatchObject({ textContent: 'checkout.card.number.INVALID' })
    expect(field('number').getAttribute('aria-invalid')).toBe('true')
    expect(field('number').getAttribute('aria-describedby')).toBe('number-error')
    // Typing on clears the announcement.
    type('number', '4444 4444 4444 442')
    expect(said()).toMatchObject({ textContent: '' })
    leave('number')
    expect(said()).toMatchObject({ textContent: '' })
  })

  test('an empty field shows no error', () => {
    const { leave, errorOf } = renderCardForm()
    leave('number')
    leave('expiry')
    expect([errorOf('number'), errorOf('expiry')]).toEqual([undefined, undefined])
  })

  test.each([
    ['half a date', '12', 'REQUIRED'],
    ['a month that does not exist', '13 / 39', 'INVALID'],
    ['a past date', '04 / 20', 'EXPIRED'],
  ])('%s shows its error', (_, date, code) => {
    const { type, leave, errorOf } = renderCardForm()
    type('expiry', date)
    expect(errorOf('expiry')).toBeUndefined()
    leave('expiry')
    expect(errorOf('expiry')).toBe(`checkout.card.expiry.${code}`)
  })

  test('an error disappears as soon as the value is valid', () => {
    const { type, leave, errorOf, field } = renderCardForm()
    type('securityCode', '12')
    leave('securityCode')
    expect(errorOf('securityCode')).toBe('checkout.card.securityCode.WANTS_3')
    expect(field('securityCode').getAttribute('aria-describedby')).toBe('securityCode-hint securityCode-error')
    type('securityCode', '123')
    expect(errorOf('securityCode')).toBeUndefined()
    expect(field('securityCode').getAttribute('aria-invalid')).toBeNull()
    expect(field('securityCode').getAttribute('aria-describedby')).toBe('securityCode-hint')
  })

  test('a valid field shows no error while it is typed again', () => {
    const { type, leave, errorOf } = renderCardForm()
    type('securityCode', '123')
    leave('securityCode')
    type('securityCode', '1')
    expect(errorOf('securityCode')).toBeUndefined()
  })
})
