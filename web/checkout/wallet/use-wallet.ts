import type { Wallet } from '@cuida/core/kit/vendors/payment-vendors.ts'
import { type Form, useForm } from '@cuida/ui/forms/use-form.ts'
import { placeOrder } from '../order/place-order.ts'
import { walletPayment } from '../payment/order-payment.ts'
import { trackPayment } from '../payment/track-order.ts'
import { useOrderRefused } from '../payment/use-order-refused.ts'
import type { Purchase } from '../payment/use-payment.ts'

/** Payment with a wallet, which asks for nothing here: the provider's page does. */
export function useWallet({ booking, profile, price, addresses, onLost }: Purchase, wallet: Wallet | undefined) {
  const onRefused = useOrderRefused(onLost)
  return useForm({
    initial: {},
    check: () => ({}),
    submit: () => pay().catch(onRefused),
    message: () => '',
  }) satisfies Form<object>

  async function pay(): Promise<void> {
    if (!profile || !price || !wallet) return
    trackPayment(price, 'wallet')
    await placeOrder(booking, profile.id, walletPayment(price, wallet, addresses))
  }
}
