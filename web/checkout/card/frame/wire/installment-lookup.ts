import { type InstallmentOption, offeredInstallments } from '@cuida/core/checkout/card/installments.ts'
import { abortAfter } from '@cuida/ui/client/abort-after.ts'
import type { InstallmentOffer } from '../protocol.ts'
import type { ProviderSettings } from './token-wire.ts'

/** What may be offered of a provider's answer; undefined where it is none that we can read. */
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

/** So many digits say whose a card is. */
const BEGINNING = 6
const PATIENCE_MS = 8_000

/**
 * Asks the provider in which parts a card may pay, as soon as its number says whose it is. What is typed stays here: the
 * app hears the offer alone.
 */
export class InstallmentLookup {
  private readonly settings: ProviderSettings
  private readonly notifySubscriptionChanged: (offer: InstallmentOffer) => void
  private amount: number
  private bin = ''
  private asked = new AbortController()

  constructor(
    settings: ProviderSettings,
    amount: number,
    notifySubscriptionChanged: (offer: InstallmentOffer) => void,
  ) {
    this.settings = settings
    this.amount = amount
    this.notifySubscriptionChanged = notifySubscriptionChanged
  }

  /** Another price than the one that was asked about. */
  costs(amount: number): void {
    if (amount === this.amount) return
    this.amount = amount
    void this.ask()
  }

  typed(number: string): void {
    const digits = number.replaceAll(/\D/g, '').slice(0, BEGINNING)
    const bin = digits.length === BEGINNING ? digits : ''
    if (bin === this.bin) return
    this.bin = bin
    void this.ask()
  }

  /** The last question counts: an answer to one before is heard by nobody. */
  private async ask(): Promise<void> {
    this.asked.abort()
    const asked = new AbortController()
    this.asked = asked
    if (this.bin === '') return this.notifySubscriptionChanged('none')
    this.notifySubscriptionChanged('asking')
    const offer = await this.offer(asked.signal)
    if (!asked.signal.aborted) this.notifySubscriptionChanged(offer)
  }

  private async offer(signal: AbortSignal): Promise<InstallmentOffer> {
    const { settings, bin, amount } = this
    try {
      const reply = await fetch(installmentsUrl(settings, bin, amount), {
        // Nothing of ours goes along: no cookie, and no word of where the patient is.
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: abortAfter(PATIENCE_MS, signal),
      })
      return (reply.ok && readInstallments(await reply.json(), amount)) || 'unknown'
    } catch {
      return 'unknown'
    }
  }
}

/** In which parts such a card may pay so much (product 12.4): asked with the public key, of the provider itself. */
function installmentsUrl({ baseUrl, publicKey = '' }: ProviderSettings, bin: string, amount: number): string {
  const asked = new URLSearchParams({ public_key: publicKey, bin, amount: String(amount / 100) })
  return `${baseUrl}/v1/payment_methods/installments?${asked}`
}

/** What has more than two decimals is no amount. */
function minorUnits(decimal: unknown): number {
  const cents = Math.round(Number(decimal) * 100)
  return cents / 100 === decimal ? cents : Number.NaN
}
