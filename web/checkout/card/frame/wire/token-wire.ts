import { VENDOR } from '@cuida/core/kit/vendors/vendors.ts'
import { cpfDigits } from '@cuida/core/profile/account/documents.ts'
import type { CardValues } from '../card-values.ts'
import type { Provider } from './provider.ts'

/** The provider's settings, as the server renders them into this page. */
export interface ProviderSettings {
  provider: Provider
  baseUrl: string
  publicKey?: string
  accountId?: string
}

export interface TokenRequest {
  url: string
  headers: Record<string, string>
  body: object
}

/** The request that tokenises a card. `sessionId` binds a MONEI token to this form; `clientEnv` is for 3-D Secure. */
export function tokenRequest(
  settings: ProviderSettings,
  card: CardValues,
  form: { sessionId: string; clientEnv: string },
): TokenRequest {
  const { provider, baseUrl, accountId } = settings
  if (provider === VENDOR.monei) {
    const body = { accountId, sessionId: form.sessionId, paymentMethod: { card: moneiCard(card) } }
    return { url: `${baseUrl}/tokens`, headers: { 'client-env': form.clientEnv }, body }
  }
  return { url: mercadoPagoUrl(settings), headers: {}, body: mercadoPagoCard(card) }
}

/** A card saved at Mercado Pago pays with its security code only. MONEI has no such request (docs/decisions/0032). */
export const savedTokenRequest = (settings: ProviderSettings, cardId: string, securityCode: string): TokenRequest => ({
  url: mercadoPagoUrl(settings),
  headers: {},
  body: { card_id: cardId, security_code: securityCode },
})

const mercadoPagoUrl = ({ baseUrl, publicKey = '' }: ProviderSettings): string =>
  `${baseUrl}/v1/card_tokens?public_key=${encodeURIComponent(publicKey)}`

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')
const fullYear = (year: string): string => (year.length === 2 ? `20${year}` : year)

const moneiCard = ({ number, expiry, securityCode }: CardValues) => ({
  number: digitsOf(number),
  expMonth: expiry.month.padStart(2, '0'),
  expYear: fullYear(expiry.year).slice(2),
  cvc: securityCode,
})

const mercadoPagoCard = ({ number, holder, expiry, securityCode, document }: CardValues) => ({
  card_number: digitsOf(number),
  expiration_month: Number(expiry.month),
  expiration_year: Number(fullYear(expiry.year)),
  security_code: securityCode,
  cardholder: { name: holder.trim(), identification: { type: 'CPF', number: cpfDigits(document) } },
})

export function tokenIn(provider: Provider, answer: unknown): string | undefined {
  const token = fieldOf(answer, provider === VENDOR.monei ? 'paymentToken' : 'id')
  return typeof token === 'string' && token !== '' ? token : undefined
}

/** Field and problem for each documented cause of Mercado Pago (product 12.2). */
const CAUSES: Readonly<Record<string, readonly [field: string, problem: string]>> = {
  205: ['number', 'REQUIRED'],
  E301: ['number', 'INVALID'],
  208: ['expiry', 'REQUIRED'],
  209: ['expiry', 'REQUIRED'],
  325: ['expiry', 'INVALID'],
  326: ['expiry', 'INVALID'],
  224: ['securityCode', 'REQUIRED'],
  E203: ['securityCode', 'INVALID'],
  221: ['holder', 'REQUIRED'],
  316: ['holder', 'INVALID'],
  214: ['document', 'REQUIRED'],
  322: ['document', 'INVALID'],
  323: ['document', 'INVALID'],
  324: ['document', 'INVALID'],
}

/** MONEI documents no error codes for tokens, only sentences: the first pattern that matches names the field. */
const MENTIONS = [
  [/expir/i, 'expiry'],
  [/security code|cvc|cvv/i, 'securityCode'],
  [/number/i, 'number'],
] as const

/** Problem codes by field of our form; empty when the provider names no field. */
export function problemsIn(provider: Provider, answer: unknown): Record<string, string> {
  if (provider === VENDOR.monei) {
    const field = MENTIONS.find(([messages]) => messages.test(String(fieldOf(answer, 'message'))))?.[1]
    return field ? { [field]: 'INVALID' } : {}
  }
  const causes = fieldOf(answer, 'cause')
  const problems: Record<string, string> = {}
  for (const cause of Array.isArray(causes) ? causes : []) {
    const [field, problem] = CAUSES[String(fieldOf(cause, 'code'))] ?? []
    if (field && problem) problems[field] ??= problem
  }
  return problems
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}
