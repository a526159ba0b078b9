import { abortAfter } from '@cuida/ui/client/abort-after.ts'
import type { PartsOffer } from '../protocol.ts'
import { partsIn, partsUrl } from './parts-wire.ts'
import type { ProviderSettings } from './token-wire.ts'

/** So many digits say whose a card is. */
const BEGINNING = 6
const PATIENCE_MS = 8_000

/**
 * Asks the provider in which parts a card may pay, as soon as its number says whose it is. What is typed stays here: the
 * app hears the offer alone.
 */
export class PartsWatch {
  private readonly settings: ProviderSettings
  private readonly tell: (offer: PartsOffer) => void
  private amount: number
  private bin = ''
  private asked = new AbortController()

  constructor(settings: ProviderSettings, amount: number, tell: (offer: PartsOffer) => void) {
    this.settings = settings
    this.amount = amount
    this.tell = tell
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
    if (this.bin === '') return this.tell('none')
    this.tell('asking')
    const offer = await this.offer(asked.signal)
    if (!asked.signal.aborted) this.tell(offer)
  }

  private async offer(signal: AbortSignal): Promise<PartsOffer> {
    const { settings, bin, amount } = this
    try {
      const reply = await fetch(partsUrl(settings, bin, amount), {
        // Nothing of ours goes along: no cookie, and no word of where the patient is.
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: abortAfter(PATIENCE_MS, signal),
      })
      return (reply.ok && partsIn(await reply.json(), amount)) || 'unknown'
    } catch {
      return 'unknown'
    }
  }
}
