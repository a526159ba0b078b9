import type { CardEntry } from '@cuida/core/checkout/api.ts'
import { cardTypeOf, maskCardNumber } from '@cuida/core/checkout/card.ts'
import type { CardType } from '@cuida/core/checkout/order.ts'
import { CallFailed, OFFLINE } from '@cuida/ui/client/call-failed.ts'
import { newTraceId } from '@cuida/ui/client/exchange.ts'
import { type Card, problemsIn, tokenIn, tokenRequest } from './token-wire.ts'

/** What is left of a card after the provider has it: nothing that could be charged by anybody else. */
export interface TokenisedCard {
  cardToken: string
  /** The form that a MONEI token is bound to. */
  sessionId: string
  cardholderName: string
  cardType: CardType | undefined
  maskedCardNumber: string
}

const PATIENCE_MS = 15_000

/**
 * Gives the card to the payment provider, straight from the browser, for a token that pays once (decisions §6). Throws
 * `CallFailed` as our own calls do: with `fields` where the provider says what is wrong, OFFLINE when it is silent.
 */
export async function tokeniseCard(entry: CardEntry, card: Card): Promise<TokenisedCard> {
  const sessionId = newTraceId()
  const { url, headers, body } = tokenRequest(entry, card, { sessionId, clientEnv: clientEnvironment() })
  const { status, answer } = await exchange(url, headers, body)
  const cardToken = status < 300 ? tokenIn(entry.provider, answer) : undefined
  if (!cardToken) throw refusal(entry, status, answer)
  return {
    cardToken,
    sessionId,
    cardholderName: card.holder.trim(),
    cardType: cardTypeOf(card.number),
    maskedCardNumber: maskCardNumber(card.number),
  }
}

async function exchange(url: string, headers: Record<string, string>, body: object) {
  try {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      // Nothing of ours goes along: no cookie, and no word of where in the app the patient is.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    return { status: reply.status, answer: (await reply.json().catch(() => null)) as unknown }
  } catch {
    throw new CallFailed(0, '', { code: OFFLINE })
  }
}

/** Only 400 and 422 speak of the card. Anything else is between us and the provider: the patient can only wait. */
export function refusal({ provider }: CardEntry, status: number, answer: unknown): CallFailed {
  if (status !== 400 && status !== 422) return new CallFailed(503, '', { code: 'UNAVAILABLE' })
  return new CallFailed(400, '', { code: 'BAD_CARD_DETAILS', fields: problemsIn(provider, answer) })
}

/** What 3-D Secure must know of the browser, as MONEI wants it (providers 2.3). */
function clientEnvironment(): string {
  const { colorDepth, height, width } = screen
  return btoa([colorDepth, height, width, new Date().getTimezoneOffset(), navigator.language].join('|'))
}
