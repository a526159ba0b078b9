import type { Currency } from '@cuida/core/kit/shapes.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import { amountOf, typedAmount } from '../order/order-words.ts'
import css from '../promo/PromoPlace.module.css'
import { actOf, type MoneyAct, type Wish } from './money-act.ts'

interface MoneyDialogProps {
  currency: Currency
  wish: Wish
  onAct: (act: MoneyAct) => Promise<unknown>
  onClose: () => void
}

/** Says what will happen and asks what it must know. A refusal leaves what was typed where it was. */
export function MoneyDialog({ currency, wish, onAct, onClose }: MoneyDialogProps) {
  const left = wish.name === 'ask' ? wish.left : 0
  const formId = useId()
  const form = useForm({
    initial: { amount: typedAmount(left), reason: '' },
    check: ({ amount, reason }) => ({
      amount: wish.name === 'ask' ? amountProblem(amount, left) : undefined,
      reason: wish.name === 'approve' ? undefined : reasonProblem(reason.trim()),
    }),
    submit: async ({ amount, reason }) => {
      await onAct(actOf(wish, amountOf(amount) ?? 0, reason.trim()))
      showToast(t(`desk.orders.done.${wish.name}`))
      onClose()
    },
    words: (field, problem) => t(`desk.orders.${field}.${problem}`, { left: money({ amount: left, currency }) }),
  })
  const values = { amount: wish.name === 'approve' ? money({ amount: wish.amount, currency }) : '' }
  return (
    <Dialog
      open
      title={t(`desk.orders.ask.${wish.name}.title`, values)}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" busy={form.busy}>
          {t(`desk.orders.confirm.${wish.name}`)}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <p>{t(`desk.orders.ask.${wish.name}.text`)}</p>
        <Failure failure={form.failure} />
        {wish.name === 'ask' && (
          <TextInput
            label={t('desk.orders.amount', { currency })}
            hint={t('desk.orders.amountHint', { left: money({ amount: left, currency }) })}
            inputMode="decimal"
            autoComplete="off"
            {...form.field('amount')}
          />
        )}
        {wish.name !== 'approve' && (
          <TextArea
            label={t('desk.orders.reason')}
            hint={t('desk.orders.reasonHint')}
            most={500}
            {...form.field('reason')}
          />
        )}
      </form>
    </Dialog>
  )
}

function amountProblem(typed: string, left: number): 'INVALID' | 'MORE_THAN_LEFT' | undefined {
  const amount = amountOf(typed)
  if (amount === undefined) return 'INVALID'
  return amount > left ? 'MORE_THAN_LEFT' : undefined
}
