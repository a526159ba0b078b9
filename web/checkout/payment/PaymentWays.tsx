import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { t } from '@cuida/ui/words/words.ts'
import type { PaymentChoice } from './payment-choice.ts'

/** The ways to pay, a row each. */
export function PaymentWays({ choice: { ways, way, choose } }: { choice: PaymentChoice }) {
  if (ways.length < 2) return null
  const options = ways.map((value) => ({
    value,
    label: t(`checkout.way.${value}`),
    detail: t(`checkout.way.${value}.detail`),
  }))
  return <RadioGroup label={t('checkout.way')} name="way" value={way} onChange={choose} options={options} />
}
