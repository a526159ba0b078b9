import type { PaymentProvider } from '@cuida/core/brand/config.ts'
import { cardProblems, cardTypeOf, securityCodeLength } from '@cuida/core/checkout/card.ts'
import { cpfDigits, isCpf } from '@cuida/core/profile/documents.ts'
import type { TypedExpiry } from '@cuida/ui/CardForm/CardExpiryInput.tsx'
import { hasWords, t } from '@cuida/ui/words/words.ts'
import type { Card } from './token-wire.ts'

/** The card form as it is typed, in the order of the screen. */
export interface CardValues {
  number: string
  holder: string
  expiry: TypedExpiry
  securityCode: string
  document: string
  installments: '1' | '2' | '3'
}

/** Spec 2 §9: new cards pay in up to three installments, where the provider knows them. */
export const INSTALLMENTS = ['1', '2', '3'] as const

export const emptyCard = (cpf: string | null | undefined): CardValues => ({
  ...{ number: '', holder: '', expiry: { month: '', year: '' }, securityCode: '' },
  ...{ document: cpf ?? '', installments: '1' },
})

export const cardOf = ({ number, holder, expiry, securityCode, document }: CardValues): Card => ({
  ...{ number, holder, securityCode, document },
  expiryMonth: expiry.month,
  expiryYear: expiry.year,
})

/** Only Mercado Pago charges against a CPF. */
export const asksDocument = (provider: PaymentProvider): boolean => provider === 'mercadopago'

export function cardFormProblems(
  values: CardValues,
  provider: PaymentProvider,
  now: Date,
): { readonly [K in keyof CardValues]?: string } {
  const { securityCode, ...others } = cardProblems(cardOf(values), now)
  const problems = { ...others, securityCode: securityCode === 'INVALID' ? digitsWanted(values.number) : securityCode }
  if (!asksDocument(provider)) return problems
  const document = cpfDigits(values.document)
  return { ...problems, document: document === '' ? 'REQUIRED' : isCpf(document) ? undefined : 'INVALID' }
}

/** How long the code is depends on the card, so the problem says it. */
const digitsWanted = (number: string) => `WANTS_${securityCodeLength(cardTypeOf(number))}`

/** The words for what is wrong with a field. */
export function cardWords(field: keyof CardValues, code: string): string {
  const exact = `checkout.card.${field}.${code}`
  return t(hasWords(exact) ? exact : `checkout.card.${field}.INVALID`)
}
