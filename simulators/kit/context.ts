import type { Faults } from './faults.ts'
import type { Outbox } from './outbox.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

/** What every simulator is given. */
export interface SimulatorContext {
  /** Origin that a browser sees; the API forwards `/simulators/*` from there to this program. */
  publicUrl: string
  store: Store
  faults: Faults
  outbox: Outbox
  webhooks: Webhooks
  now: () => Date
}

/** A line of `GET /simulators/ledger`. Amounts in minor units; `status` in the provider's own word. */
export interface LedgerLine {
  provider: 'monei' | 'mercadopago'
  id: string
  /** Our own name for it, as we told the provider: the attempt id. */
  reference: string
  amount: number
  currency: string
  status: string
  at: string
}

export interface SavedCardLine {
  provider: 'mercadopago'
  id: string
  customerId: string
  brand: string
  last4: string
  at: string
}

/** A service order at the invoicing provider. `number` once it was billed; `billed` says how often. */
export interface InvoiceLine {
  provider: 'omie'
  /** Our own name for it, as we told the provider. */
  reference: string
  amount: number
  billed: number
  number: string | undefined
  at: string
}

export interface Ledger {
  /** Money that moved to us. */
  charges: LedgerLine[]
  /** Asked for and not given. */
  refused: LedgerLine[]
  refunds: LedgerLine[]
  savedCards: SavedCardLine[]
  invoices: InvoiceLine[]
}
