import { cardTypeOf, maskCardNumber } from '@cuida/core/checkout/card/card.ts'
import { abortAfter } from '@cuida/ui/client/abort-after.ts'
import { deviceNow } from '@cuida/ui/client/server-clock.ts'
import type { CardValues, Problems } from '../card-values.ts'
import type { FrameFailure, TokenisedCard } from '../protocol.ts'
import {
  type ProviderSettings,
  problemsIn,
  savedTokenRequest,
  type TokenRequest,
  tokenIn,
  tokenRequest,
} from './token-wire.ts'

export type { TokenisedCard }

/** The provider made no token: `fields` where it names invalid fields, otherwise `code`. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
  readonly code: FrameFailure
  readonly fields: Problems
  constructor(code: FrameFailure, fields: Problems = {}) {
    super(code)
    this.code = code
    this.fields = fields
  }
}

const TIMEOUT_MS = 15_000

/** Sends the card directly to the payment provider for a token that pays once. Throws `TokenRefused`. */
export async function tokeniseCard(settings: ProviderSettings, card: CardValues): Promise<TokenisedCard> {
  const sessionId = crypto.randomUUID()
  const request = tokenRequest(settings, card, { sessionId, clientEnv: clientEnvironment() })
  const cardToken = await tokenOf(settings, request)
  const cardType = cardTypeOf(card.number)
  return {
    cardToken,
    sessionId,
    cardholderName: card.holder.trim(),
    maskedCardNumber: maskCardNumber(card.number),
    ...(cardType ? { cardType } : {}),
  }
}

/** Tokenises a saved card, which needs its security code again. */
export async function tokeniseSavedCard(
  settings: ProviderSettings,
  { cardId }: { cardId: string },
  securityCode: string,
): Promise<TokenisedCard> {
  const cardToken = await tokenOf(settings, savedTokenRequest(settings, cardId, securityCode))
  return { cardToken, sessionId: crypto.randomUUID() }
}

async function tokenOf({ provider }: ProviderSettings, request: TokenRequest): Promise<string> {
  const { status, answer } = await exchange(request)
  const token = status < 300 ? tokenIn(provider, answer) : undefined
  if (token) return token
  // Only 400 and 422 concern the card. Other statuses are between us and the provider: the patient can only retry
  // later.
  if (status !== 400 && status !== 422) throw new TokenRefused('UNAVAILABLE')
  throw new TokenRefused('BAD_CARD_DETAILS', problemsIn(provider, answer))
}

async function exchange({ url, headers, body }: TokenRequest) {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      // Sends no cookie and no referrer.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: abortAfter(TIMEOUT_MS),
    })
    return { status: reply.status, answer: (await reply.json().catch(() => null)) as unknown }
  } catch {
    throw new TokenRefused('OFFLINE')
  }
}

/** Browser data for 3-D Secure, in MONEI's format (product 12.10). */
function clientEnvironment(): string {
  const { colorDepth, height, width } = screen
  return btoa([colorDepth, height, width, new Date(deviceNow()).getTimezoneOffset(), navigator.language].join('|'))
}
