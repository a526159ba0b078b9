import { type InstallmentOption, offeredInstallments } from '@cuida/core/checkout/card/installments.ts'
import { abortAfter } from '@cuida/ui/client/abort-after.ts'
import type { InstallmentOffer } from '../protocol.ts'
import type { ProviderSettings } from './token-wire.ts'

/** The installments in a provider's reply that may be offered; undefined when the reply is unreadable. */
export const readInstallments = (answer: unknown, price: number): InstallmentOption[] | undefined =>
  Array.isArray(answer) ? offeredInstallments(answer.map(costsOf), price) : undefined

const costsOf = (offer: unknown): InstallmentOption[] => {
  const costs = fieldOf(offer, 'payer_costs')
  return Array.isArray(costs) ? costs.map(costOf) : []
}

const costOf = (cost: unknown): InstallmentOption => ({
  installments: Number(fieldOf(cost, 'installments')),
  each: minorUnits(fieldOf(cost, 'installment_amount')),
  total: minorUnits(fieldOf(cost, 'total_amount')),
})

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** The first digits that identify the card's bank (BIN). */
const BEGINNING = 6
const TIMEOUT_MS = 8_000

/**
 * Fetches a card's installments from the provider as soon as its first digits are typed. The digits stay in this
 * frame: the app receives only the offer.
 */
export class InstallmentLookup {
  private readonly settings: ProviderSettings
  private readonly notifySubscriptionChanged: (offer: InstallmentOffer) => void
  private amount: number
  private bin = ''
  private controller = new AbortController()

  constructor(
    settings: ProviderSettings,
    amount: number,
    notifySubscriptionChanged: (offer: InstallmentOffer) => void,
  ) {
    this.settings = settings
    this.amount = amount
    this.notifySubscriptionChanged = notifySubscriptionChanged
  }

  costs(amount: number): void {
    if (amount === this.amount) return
    this.amount = amount
    void this.fetchInstallments()
  }

  typed(number: string): void {
    const digits = number.replaceAll(/\D/g, '').slice(0, BEGINNING)
    const bin = digits.length === BEGINNING ? digits : ''
    if (bin === this.bin) return
    this.bin = bin
    void this.fetchInstallments()
  }

  /** Only the latest request counts: earlier ones are aborted. */
  private async fetchInstallments(): Promise<void> {
    this.controller.abort()
    const controller = new AbortController()
    this.controller = controller
    if (this.bin === '') return this.notifySubscriptionChanged('none')
    this.notifySubscriptionChanged('asking')
    const offer = await this.offer(controller.signal)
    if (!controller.signal.aborted) this.notifySubscriptionChanged(offer)
  }

  private async offer(signal: AbortSignal): Promise<InstallmentOffer> {
    const { settings, bin, amount } = this
    try {
      const reply = await fetch(installmentsUrl(settings, bin, amount), {
        // Sends no cookie and no referrer.
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: abortAfter(TIMEOUT_MS, signal),
      })
      return (reply.ok && readInstallments(await reply.json(), amount)) || 'unknown'
    } catch {
      return 'unknown'
    }
  }
}

/** The provider's lookup of installments by BIN and amount (product 12.4), with the public key. */
function installmentsUrl({ baseUrl, publicKey = '' }: ProviderSettings, bin: string, amount: number): string {
  const query = new URLSearchParams({ public_key: publicKey, bin, amount: String(amount / 100) })
  return `${baseUrl}/v1/payment_methods/installments?${query}`
}

/** A number with more than two decimals is not an amount. */
function minorUnits(decimal: unknown): number {
  const cents = Math.round(Number(decimal) * 100)
  return cents / 100 === decimal ? cents : Number.NaN
}
