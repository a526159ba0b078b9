import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type FakeElement,
  focusedElement,
  mercadoPagoProvider,
  mockCardProvider,
  moneiProvider,
  newCardForm,
  renderCardForm,
  stubDocument,
  tokenReply,
  VALID_CARD,
} from './test-form.ts'

beforeEach(stubDocument)

const links = (summary: FakeElement) => summary.all().filter(({ tag }) => tag === 'a')

describe('a valid card', () => {
  test('the card goes to its provider, only the token to the app, and the form clears it', async () => {
    const requests = mockCardProvider(tokenReply)
    const { fill, submit, sent, field } = renderCardForm()
    fill()
    await submit()
    expect(requests).toMatchObject([
      {
        url: 'https://bank.test/v1/tokens',
        body: { accountId: 'acc', paymentMethod: { card: { number: '4444444444444422', cvc: '123' } } },
      },
    ])
    expect(sent).toMatchObject([
      {
        type: 'token',
        card: { cardToken: 'tok_1', cardholderName: 'Ana Ruiz', cardType: 'visa', maskedCardNumber: '•••• 4422' },
      },
    ])
    expect(JSON.stringify(sent)).not.toContain('44444')
    for (const id of Object.keys(VALID_CARD)) expect(field(id).value).toBe('')
  })

  test("the payer's document is sent where the provider needs it", async () => {
    const requests = mockCardProvider(tokenReply)
    const { fill, submit } = renderCardForm(mercadoPagoProvider)
    fill()
    await submit()
    expect(requests).toMatchObject([
      { body: { cardholder: { name: 'Ana Ruiz', identification: { number: '52998224725' } } } },
    ])
  })

  test('a saved card is sent by its id with the code', async () => {
    const requests = mockCardProvider(tokenReply)
    const { fill, submit, sent, field } = renderCardForm(mercadoPagoProvider, {
      kind: 'securityCode',
      cardId: '149002',
      cardType: 'amex',
    })
    fill({ securityCode: '1234' })
    await submit()
    expect(requests.map(({ body }) => body)).toEqual([{ card_id: '149002', security_code: '1234' }])
    expect(sent).toMatchObject([{ type: 'token', card: { cardToken: 'tok_1' } }])
    expect(field('securityCode').value).toBe('')
  })

  test('the card is sent once for several presses, and again after a reply', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const requests = mockCardProvider(() => promise)
    const { card, fill, submit, sent, leave, type, errorOf } = renderCardForm()
    fill()
    const first = card.submit()
    await submit()
    // No error appears while the request is in progress.
    type('number', '4')
    leave('number')
    expect(errorOf('number')).toBeUndefined()
    await actAndFlush(() => resolve(new Response('', { status: 500 })))
    await first
    expect(requests).toHaveLength(1)
    expect(sent).toEqual([{ type: 'failed', code: 'UNAVAILABLE' }])
    fill()
    await submit()
    expect(requests).toHaveLength(2)
  })

  test('a card that the provider did not accept stays typed', async () => {
    mockCardProvider(() => new Response('', { status: 503 }))
    const { fill, submit, field } = renderCardForm()
    fill()
    await submit()
    expect(field('number').value).toBe('4444 4444 4444 4422')
  })
})

describe('an invalid card', () => {
  test('nothing is sent: each field shows its error, and the app gets field names and codes but no values', async () => {
    const requests = mockCardProvider(tokenReply)
    const { fill, submit, sent, errorOf } = renderCardForm()
    fill({ number: '4444 4444 4444 4421', holder: 'Ana', expiry: '04 / 20' })
    await submit()
    expect(requests).toEqual([])
    expect(sent).toEqual([
      {
        type: 'problems',
        problems: [
          { field: 'number', code: 'INVALID' },
          { field: 'expiry', code: 'EXPIRED' },
          { field: 'securityCode', code: 'REQUIRED' },
        ],
      },
    ])
    expect(errorOf('number')).toBe('checkout.card.number.INVALID')
    expect(errorOf('holder')).toBeUndefined()
    expect(errorOf('expiry')).toBe('checkout.card.expiry.EXPIRED')
    expect(errorOf('securityCode')).toBe('checkout.card.securityCode.REQUIRED')
  })

  test('a saved card can only have an invalid code', async () => {
    const requests = mockCardProvider(tokenReply)
    const { fill, submit, sent } = renderCardForm(mercadoPagoProvider, {
      kind: 'securityCode',
      cardId: '149002',
      cardType: 'amex',
    })
    fill({ securityCode: '123' })
    await submit()
    expect(sent).toEqual([{ type: 'problems', problems: [{ field: 'securityCode', code: 'WANTS_4' }] }])
    expect(requests).toEqual([])
  })

  test.each([
    ['of an unsupported brand', { number: '6011 0000 0000 0004' }, 'number', 'UNSUPPORTED_IN_BRAZIL'],
    ['of a missing number', { number: '' }, 'number', 'REQUIRED'],
    ['of a missing name', { holder: '' }, 'holder', 'REQUIRED'],
    ['of a name with digits', { holder: '4444' }, 'holder', 'INVALID'],
    ['of an invalid month', { expiry: '13 / 39' }, 'expiry', 'INVALID'],
    ['of a missing date', { expiry: '' }, 'expiry', 'REQUIRED'],
    ['of a short code', { securityCode: '12' }, 'securityCode', 'WANTS_3'],
    ['of a missing document', { document: '' }, 'document', 'REQUIRED'],
    ['of an invalid document', { document: '1' }, 'document', 'INVALID'],
  ])('the problem %s has a message that the app sends', async (_, wrong, id, code) => {
    const { fill, submit, errorOf } = renderCardForm(mercadoPagoProvider)
    fill({ ...VALID_CARD, ...wrong })
    await submit()
    expect(errorOf(id)).toBe(`checkout.card.${id}.${code}`)
  })

  test('a problem without its own message gets the general one', async () => {
    const { submit, errorOf } = renderCardForm(moneiProvider, newCardForm, (key) =>
      key.endsWith('.INVALID') ? key : '',
    )
    await submit()
    expect(errorOf('number')).toBe('checkout.card.number.INVALID')
  })

  test.each([
    ['a single error focuses its field and scrolls to it', { securityCode: '' }, 'securityCode'],
    ['an invalid date focuses its field', { expiry: '13 / 39' }, 'expiry'],
  ])('%s', async (_, wrong, id) => {
    const { card, fill, submit, sent, summary, field } = renderCardForm()
    fill({ ...VALID_CARD, ...wrong })
    await submit()
    expect(summary().hidden).toBe(true)
    card.focusOnProblem()
    expect(focusedElement()).toBe(field(id))
    expect(sent.at(-1)).toEqual({ type: 'reveal', top: 100, bottom: 150 })
  })

  test('several errors get a summary that takes the focus and links to the fields', async () => {
    const { card, fill, submit, sent, summary, field } = renderCardForm()
    fill({ number: VALID_CARD.number, holder: VALID_CARD.holder, expiry: '04' })
    await submit()
    expect(summary().hidden).toBe(false)
    expect(summary().textContent).toContain('ui.errorSummary.title')
    expect(links(summary()).map(({ textContent }) => textContent)).toEqual([
      'checkout.card.expiry.REQUIRED',
      'checkout.card.securityCode.REQUIRED',
    ])
    card.focusOnProblem()
    expect(focusedElement()).toBe(summary().firstElementChild)
    expect(sent.at(-1)).toMatchObject({ type: 'reveal' })
    const press = links(summary())[1]?.happens(new Event('click', { cancelable: true }))
    expect(press?.defaultPrevented).toBe(true)
    expect(focusedElement()).toBe(field('securityCode'))
    expect(sent.at(-1)).toMatchObject({ type: 'reveal' })
  })

  test('the summary shrinks as errors are fixed, and a single error needs none', async () => {
    const { card, fill, submit, type, summary, errorOf, field } = renderCardForm()
    fill({ number: VALID_CARD.number })
    await submit()
    expect(links(summary())).toHaveLength(3)
    type('holder', 'Ana Ruiz')
    expect(errorOf('holder')).toBeUndefined()
    expect(links(summary())).toHaveLength(2)
    type('securityCode', '123')
    expect(summary().hidden).toBe(true)
    card.focusOnProblem()
    expect(focusedElement()).toBe(field('expiry'))
    // A new mistake is shown on leaving the field, not in the summary.
    type('holder', '')
    expect(errorOf('holder')).toBeUndefined()
  })

  test('without errors nothing takes the focus', () => {
    const { card, sent } = renderCardForm()
    card.focusOnProblem()
    expect(focusedElement()).toBeUndefined()
    expect(sent).toEqual([])
  })
})

describe("the provider's refusal", () => {
  test('a refusal about a field appears at that field', async () => {
    mockCardProvider(() => Response.json({ message: 'Card number is not valid' }, { status: 422 }))
    const { fill, submit, sent, errorOf, field } = renderCardForm()
    fill()
    await submit()
    expect(errorOf('number')).toBe('checkout.card.number.INVALID')
    expect(sent).toEqual([{ type: 'problems', problems: [{ field: 'number', code: 'INVALID' }] }])
    expect(field('number').value).toBe(VALID_CARD.number)
  })

  test.each([
    ['a card refused without a field', () => new Response('{}', { status: 400 }), 'BAD_CARD_DETAILS'],
    ['an error unrelated to the card', () => Response.json({ message: 'CVC' }, { status: 401 }), 'UNAVAILABLE'],
    ['a network failure', () => Promise.reject(new TypeError('no network')), 'OFFLINE'],
  ])('%s is reported to the app', async (_, answer, code) => {
    mockCardProvider(answer)
    const { fill, submit, sent } = renderCardForm()
    fill()
    await submit()
    expect(sent).toEqual([{ type: 'failed', code }])
  })

  test('a refusal about a field that this form lacks is reported to the app', async () => {
    mockCardProvider(() => Response.json({ cause: [{ code: 'E301' }] }, { status: 400 }))
    const { fill, submit, sent } = renderCardForm(mercadoPagoProvider, {
      kind: 'securityCode',
      cardId: '149002',
      cardType: 'visa',
    })
    fill({ securityCode: '123' })
    await submit()
    expect(sent).toEqual([{ type: 'failed', code: 'BAD_CARD_DETAILS' }])
  })
})
