import { cpfDigits, isCpf } from '@cuida/core/profile/account/documents.ts'
import { type Form, useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { placeOrder } from '../order/place-order.ts'
import { pixPayment } from '../payment/order-payment.ts'
import { trackPayment } from '../payment/track-order.ts'
import { useOrderRefused } from '../payment/use-order-refused.ts'
import type { Purchase } from '../payment/use-payment.ts'

export type PixForm = Form<{ cpf: string }>

/** Payment by Pix, which asks only for the payer's CPF. */
export function usePix({ booking, profile, price, addresses, onLost }: Purchase): PixForm {
  const onRefused = useOrderRefused(onLost)
  return useForm({
    initial: { cpf: profile?.cpf ?? '' },
    check: ({ cpf }) => ({ cpf: cpfProblem(cpf) }),
    submit: ({ cpf }) => pay(cpfDigits(cpf)).catch(onRefused),
    message: (_, code) => t(code === 'REQUIRED' ? 'checkout.card.document.REQUIRED' : 'checkout.card.document.INVALID'),
  })

  async function pay(cpf: string): Promise<void> {
    if (!profile || !price) return
    trackPayment(price, 'pix')
    await placeOrder(booking, profile.id, pixPayment(price, cpf, addresses))
  }
}

function cpfProblem(typed: string): 'REQUIRED' | 'INVALID' | undefined {
  const digits = cpfDigits(typed)
  if (digits === '') return 'REQUIRED'
  return isCpf(digits) ? undefined : 'INVALID'
}
