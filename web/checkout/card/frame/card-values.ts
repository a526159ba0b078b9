import { cardProblems, cardTypeOf, securityCodeLength, securityCodeProblem } from '@cuida/core/checkout/card/card.ts'
import type { CardType } from '@cuida/core/checkout/order/order.ts'
import { PAYMENT_VENDORS } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { cpfDigits, isCpf } from '@cuida/core/profile/account/documents.ts'
import type { FrameField } from './protocol.ts'
import type { Provider } from './wire/provider.ts'

/** The card form's values as typed. */
export interface CardValues {
  number: string
  holder: string
  expiry: { month: string; year: string }
  securityCode: string
  document: string
}

/** Problem code of each invalid field. */
export type Problems = { readonly [K in FrameField]?: string | undefined }

export const asksDocument = (provider: Provider): boolean => PAYMENT_VENDORS[provider].asksDocument

export const offersInstallments = (provider: Provider): boolean => PAYMENT_VENDORS[provider].offersInstallments

export function cardFormProblems(values: CardValues, provider: Provider, now: Date): Problems {
  const { number, holder, expiry, securityCode: code } = values
  const form = { number, holder, securityCode: code, expiryMonth: expiry.month, expiryYear: expiry.year }
  const { securityCode, ...others } = cardProblems(form, now)
  const type = cardTypeOf(number)
  const problems = {
    ...others,
    number: numberProblem(others.number, type, provider),
    securityCode: securityCode === 'INVALID' ? digitsWanted(type) : securityCode,
  }
  if (!asksDocument(provider)) return problems
  const document = cpfDigits(values.document)
  return { ...problems, document: document === '' ? 'REQUIRED' : isCpf(document) ? undefined : 'INVALID' }
}

/** Elo and Hipercard are taken in Brazil only; the problem code says which brands are. */
function numberProblem(
  problem: string | undefined,
  type: CardType | undefined,
  provider: Provider,
): string | undefined {
  const { takesElo } = PAYMENT_VENDORS[provider]
  if (problem === 'UNSUPPORTED') return takesElo ? 'UNSUPPORTED_IN_BRAZIL' : problem
  return !takesElo && (type === 'elo' || type === 'hipercard') ? 'UNSUPPORTED' : problem
}

/** For a card saved at the provider only the code is typed. */
export function codeProblems({ securityCode }: CardValues, type: CardType): Problems {
  const problem = securityCodeProblem(securityCode, type)
  return { securityCode: problem === 'INVALID' ? digitsWanted(type) : problem }
}

/** The code's length depends on the card, so the problem code includes it. */
const digitsWanted = (type: CardType | undefined) => `WANTS_${securityCodeLength(type)}`
