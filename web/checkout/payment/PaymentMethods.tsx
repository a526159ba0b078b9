import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { t } from '@cuida/ui/words/words.ts'
import type { PaymentChoice } from './payment-choice.ts'

/** The payment methods, a row each. */
export function PaymentMethods({ choice: { methods, method, choose } }: { choice: PaymentChoice }) {
  if (methods.length < 2) return null
  const options = methods.map((value) => ({
    value,
    label: t(`checkout.way.${value}`),
    detail: t(`checkout.way.${value}.detail`),
  }))
  return <RadioGroup label={t('checkout.way')} name="way" value={method} onChange={choose} options={options} />
}
