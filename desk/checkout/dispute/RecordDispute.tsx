import type { Currency } from '@cuida/core/kit/shapes.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { useLocation } from 'wouter'
import { Failure } from '../../kit/Failure.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import { amountOf, typedAmount } from '../order/order-words.ts'
import css from '../promo/PromoPlace.module.css'
import { letterOf } from './dispute-letter.ts'
import { type Disputable, useRecordDispute } from './dispute-queries.ts'

interface RecordDisputeProps {
  of: Disputable
  /** What was paid, in minor units. */
  amount: number
  currency: Currency
  onClose: () => void
}

/** What stood in the provider's letter, where they tell of disputes only to people. */
export function RecordDispute({ of, amount: paid, currency, onClose }: RecordDisputeProps) {
  const record = useRecordDispute(of)
  const [, go] = useLocation()
  const formId = useId()
  const form = useForm({
    initial: { amount: typedAmount(paid), deadline: '', reference: '', reason: '' },
    check: ({ amount, deadline, reason }) => ({
      amount: amountOf(amount) === undefined ? 'INVALID' : undefined,
      deadline: deadline === '' ? 'MISSING' : undefined,
      reason: reasonProblem(reason.trim()),
    }),
    submit: async (typed) => {
      const { id } = await record.mutateAsync(letterOf(typed))
      showToast(t('desk.disputes.done.record'))
      onClose()
      go(`/disputes/${id}`)
    },
    words: (field, problem) =>
      field === 'deadline' ? t('desk.disputes.deadlineMissing') : t(`desk.orders.${field}.${problem}`),
  })
  return (
    <Dialog
      open
      title={t('desk.disputes.act.record')}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" busy={form.busy}>
          {t('desk.disputes.confirm.record')}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <p>{t('desk.disputes.recordText')}</p>
        <Failure failure={form.failure} />
        <TextInput
          label={t('desk.orders.amount', { currency })}
          inputMode="decimal"
          autoComplete="off"
          {...form.field('amount')}
        />
        <TextInput type="date" label={t('desk.disputes.deadline')} {...form.field('deadline')} />
        <TextInput
          label={t('desk.disputes.fact.reference')}
          optional
          autoComplete="off"
          maxLength={80}
          {...form.field('reference')}
        />
        <TextArea
          label={t('desk.orders.reason')}
          hint={t('desk.orders.reasonHint')}
          most={500}
          {...form.field('reason')}
        />
      </form>
    </Dialog>
  )
}
