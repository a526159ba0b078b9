import type { Faults } from './faults.ts'
import type { Outbox } from './outbox.ts'
import type { Store } from './store.ts'
import type { Webhooks } from './webhooks.ts'

/** What every simulator is given. */
export interface SimulatorContext {
  /** The origin that browsers see; the API forwards `/simulators/*` from there to this program. */
  publicUrl: string
  store: Store
  faults: Faults
  outbox: Outbox
  webhooks: Webhooks
  now: () => Date
}

/** A line of `GET /simulators/ledger`. Amounts in minor units; `status` in the provider's own terms. */
export interface LedgerLine {
  provider: 'monei' | 'mercadopago'
  id: string
  /** Our reference at the provider: the attempt id. */
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

/** A service order at the invoicing provider. `number` is set once billed; `billed` counts how often. */
export interface InvoiceLine {
  provider: 'omie'
  /** Our reference at the provider. */
  reference: string
  amount: number
  billed: number
  number: string | undefined
  at: string
}

export interface Ledger {
  /** Successful charges. */
  charges: LedgerLine[]
  /** Declined charges. */
  refused: LedgerLine[]
  refunds: LedgerLine[]
  savedCards: SavedCardLine[]
  invoices: InvoiceLine[]
}
