import type { Price } from '@cuida/core/checkout/api.ts'
import { cardTypeOf, formatCardNumber, securityCodeLength } from '@cuida/core/checkout/card.ts'
import { Stack } from '@cuida/ui/Card/Card.tsx'
import { CardExpiryInput } from '@cuida/ui/CardForm/CardExpiryInput.tsx'
import { CardNumberInput } from '@cuida/ui/CardForm/CardNumberInput.tsx'
import { SecurityCodeInput } from '@cuida/ui/CardForm/SecurityCodeInput.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import type { Form } from '@cuida/ui/forms/use-form.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { usePartner } from '../kit/partner.tsx'
import { asksDocument, type CardValues, INSTALLMENTS } from './card-values.ts'

/** Design §7 no. 14. What is typed here lives in this form's state until the provider has it, and nowhere else. */
export function CardForm({ form, price }: { form: Form<CardValues>; price: Price }) {
  const { paymentProvider } = usePartner()
  const { field, values } = form
  const type = cardTypeOf(values.number)
  return (
    <Stack>
      <ErrorSummary {...form.summary} />
      <CardNumberInput
        label={t('checkout.card.number')}
        format={formatCardNumber}
        brand={type && t(`checkout.card.brand.${type}`)}
        {...field('number')}
      />
      <TextInput
        label={t('checkout.card.holder')}
        autoComplete="cc-name"
        autoCapitalize="words"
        spellCheck={false}
        {...field('holder')}
      />
      <CardExpiryInput label={t('checkout.card.expiry')} {...field('expiry')} />
      <SecurityCodeInput
        label={t('checkout.card.securityCode')}
        length={securityCodeLength(type)}
        {...field('securityCode')}
      />
      {asksDocument(paymentProvider) && (
        <TextInput
          label={t('checkout.card.document')}
          hint={t('checkout.card.documentHint')}
          inputMode="numeric"
          autoComplete="off"
          {...field('document')}
        />
      )}
      {asksDocument(paymentProvider) && (
        <RadioGroup
          label={t('checkout.installments')}
          options={INSTALLMENTS.map((count) => installment(Number(count), count, price))}
          {...field('installments')}
        />
      )}
      <p>{t(`checkout.card.safe.${paymentProvider}`)}</p>
    </Stack>
  )
}

function installment<T extends string>(count: number, value: T, { total, currency }: Price) {
  const each = money({ amount: Math.round(total / count), currency })
  const all = money({ amount: total, currency })
  return {
    value,
    label: t('checkout.installments.option', { count, each }),
    detail: t('checkout.installments.total', { total: all }),
  }
}
