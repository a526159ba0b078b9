/** The action on an order's or subscription's money for which the dialog is open. */
export type MoneyIntent =
  // `left` is the refundable rest in minor units: of the charge in `paymentId` for a subscription, of the only
  // payment for an order.
  | { name: 'ask'; remainingAmount: number; paymentId?: string }
  | { name: 'release' | 'pause' | 'resume' }
  | { name: 'approve'; requestId: string; amount: number }
  | { name: 'withdraw' | 'decline'; requestId: string }
  | { name: 'retry'; refundId: string }

/** The intent with the manager's inputs. */
export type DeskMoneyAction =
  | { name: 'ask'; amount: number; reason: string; paymentId?: string }
  | { name: 'approve'; requestId: string }
  | { name: 'end'; requestId: string; reason: string }
  | { name: 'retry'; refundId: string; reason: string }
  | { name: 'release' | 'pause' | 'resume'; reason: string }

export function toDeskMoneyAction(intent: MoneyIntent, amount: number, reason: string): DeskMoneyAction {
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
