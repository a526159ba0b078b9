import type { PromoCode } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import css from './PromoPlace.module.css'
import { useDisableCode } from './promo-queries.ts'
import { EMPTY, promoProblems } from './promo-wish.ts'

/** Says what will happen and asks why. A refusal leaves the reason where it was. */
export function DisableDialog({ code: { id, code }, onClose }: { code: PromoCode; onClose: () => void }) {
  const disable = useDisableCode(id)
  const formId = useId()
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: promoProblems({ ...EMPTY, reason }).reason }),
    submit: async ({ reason }) => {
      await disable.mutateAsync(reason.trim())
      showToast(t('desk.promo.disabledToast', { code }))
      onClose()
    },
    words: (_, problem) => t(`desk.promo.reason.${problem}`),
  })
  return (
    <Dialog
      open
      title={t('desk.promo.ask.title', { code })}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="danger" busy={form.busy}>
          {t('desk.promo.disable')}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <p>{t('desk.promo.ask.text')}</p>
        <Failure failure={form.failure} />
        <TextArea label={t('desk.promo.reason')} most={500} {...form.field('reason')} />
      </form>
    </Dialog>
  )
}
