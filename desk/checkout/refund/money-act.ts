/** What a manager is about to do with money of an order, or of a subscription. */
export type MoneyIntent =
  // `left`, in minor units, is of the payment that is meant: of a subscription the month, of an order its only one.
  | { name: 'ask'; left: number; paymentId?: string }
  | { name: 'release' | 'pause' | 'resume' }
  | { name: 'approve'; requestId: string; amount: number }
  | { name: 'withdraw' | 'decline'; requestId: string }
  | { name: 'retry'; refundId: string }

/** The same, with what they typed. */
export type MoneyAct =
  | { name: 'ask'; amount: number; reason: string; paymentId?: string }
  | { name: 'approve'; requestId: string }
  | { name: 'end'; requestId: string; reason: string }
  | { name: 'retry'; refundId: string; reason: string }
  | { name: 'release' | 'pause' | 'resume'; reason: string }

export function actOf(intent: MoneyIntent, amount: number, reason: string): MoneyAct {
  switch (intent.name) {
    case 'ask':
      return { name: 'ask', amount, reason, ...(intent.paymentId ? { paymentId: intent.paymentId } : {}) }
    case 'release':
    case 'pause':
    case 'resume':
      return { name: intent.name, reason }
    case 'approve':
      return { name: 'approve', requestId: intent.requestId }
    case 'withdraw':
    case 'decline':
      return { name: 'end', requestId: intent.requestId, reason }
    case 'retry':
      return { name: 'retry', refundId: intent.refundId, reason }
  }
}
