import { randomUUID } from 'node:crypto'
import type { FailureReason } from '@cuida/core/checkout/failure.ts'
import type { Currency } from '@cuida/core/kit/shapes.ts'
import { expect } from 'vitest'
import { ProviderDown } from '../provider-down.ts'
import type { CardPayments, ChargeRequest, PaymentFact, RawWebhook } from './port.ts'

type Provider = CardPayments['browser']['provider']
interface Charge {
  provider: string
  reference: string
  amount: number
  status: string
}

/** What the contract asks of the provider's side, whatever stands in for it. */
export interface ProviderSide {
  callbackUrl: string
  arrived(count: number): Promise<RawWebhook[]>
  plan(fault: { provider: Provider; fault: never; path?: string; times?: number; delayMs?: number }): Promise<void>
  clearFaults(): Promise<void>
  ledger(): Promise<{ charges: Charge[]; refunds: Charge[] }>
  close(): Promise<void>
}

/** One adapter and its provider, as the contract sees them. */
export interface Subject<Side extends ProviderSide = ProviderSide> {
  provider: Provider
  currency: Currency
  start(): Promise<Side>
  /** Settings that a test changes; the rest are the usual ones. */
  adapter(side: Side, changes?: { timeoutMs?: number; wrongKey?: boolean }): CardPayments
  /** A token of a card that pays, and the form session it is bound to. */
  goodToken(side: Side): Promise<{ cardToken: string; tokenSession?: string }>
  refusedTokens: { card: string; reason: FailureReason; token(side: Side): Promise<{ cardToken: string; tokenSession?: string }> }[]
  /** Part of `METHOD /path` of each request that a charge makes, in order. */
  steps: string[]
}
