import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { reasonProblem } from '../../kit/reason.ts'
import css from '../promo/PromoPlace.module.css'
import { type DisputeAct, useDisputeAct } from './dispute-queries.ts'

/** Says what it means, and asks what it must know. */
export function DisputeDialog({ id, act, onClose }: { id: string; act: DisputeAct; onClose: () => void }) {
  const perform = useDisputeAct(id)
  const formId = useId()
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reasonProblem(reason.trim()) }),
    submit: async ({ reason }) => {
      await perform.mutateAsync({ act, reason: reason.trim() })
      showToast(t(`desk.disputes.done.${act}`))
      onClose()
    },
    words: (_, problem) => t(`desk.orders.reason.${problem}`),
  })
  return (
    <Dialog
      open
      title={t(`desk.disputes.ask.${act}.title`)}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" busy={form.busy}>
          {t(`desk.disputes.confirm.${act}`)}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <p>{t(`desk.disputes.ask.${act}.text`)}</p>
        <Failure failure={form.failure} />
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
