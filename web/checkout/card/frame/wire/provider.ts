import type { CardEntry } from '@cuida/core/checkout/order/api.ts'

export type Provider = CardEntry['provider']
