import type { Currency } from '@cuida/core/kit/shapes.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { money } from '@cuida/ui/words/format.ts'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import { amountOf, typedAmount } from '../order/order-words.ts'
import { actOf, type MoneyAct, type Wish } from './money-act.ts'

interface MoneyDialogProps {
  /** Whose money it is, and of what: read before it moves. */
  of: string
  currency: Currency
  wish: Wish
  onAct: (act: MoneyAct) => Promise<unknown>
  onClose: () => void
}

/** Says what will happen and asks what it must know. A refusal leaves what was typed where it was. */
export function MoneyDialog({ of, currency, wish, onAct, onClose }: MoneyDialogProps) {
  const left = wish.name === 'ask' ? wish.left : 0
  const form = useDialogForm({
    initial: { amount: typedAmount(left), reason: '' },
    check: ({ amount, reason }) => ({
      amount: wish.name === 'ask' ? amountProblem(amount, left) : undefined,
      reason: wish.name === 'approve' ? undefined : reasonProblem(reason.trim()),
    }),
    submit: ({ amount, reason }) => onAct(actOf(wish, amountOf(amount) ?? 0, reason.trim())),
    words: (field, problem) => t(`desk.orders.${field}.${problem}`, { left: money({ amount: left, currency }) }),
    done: () => t(`desk.orders.done.${wish.name}`),
    onClose,
  })
  const values = { amount: wish.name === 'approve' ? money({ amount: wish.amount, currency }) : '' }
  return (
    <FormDialog
      form={form}
      title={t(`desk.orders.ask.${wish.name}.title`, values)}
      lead={t(`desk.orders.ask.${wish.name}.text`)}
      act={t(`desk.orders.confirm.${wish.name}`)}
    >
      <p>
        <strong>{of}</strong>
      </p>
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
    </FormDialog>
  )
}

function amountProblem(typed: string, left: number): 'INVALID' | 'MORE_THAN_LEFT' | undefined {
  const amount = amountOf(typed)
  if (amount === undefined) return 'INVALID'
  return amount > left ? 'MORE_THAN_LEFT' : undefined
}
