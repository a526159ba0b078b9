import type { PromoCode } from '@cuida/core/checkout/promo/desk-promo-api.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import { useDisableCode } from './promo-queries.ts'
import { EMPTY, promoProblems } from './promo-wish.ts'

/** Says what will happen and asks why. A refusal leaves the reason where it was. */
export function DisableDialog({ code: { id, code }, onClose }: { code: PromoCode; onClose: () => void }) {
  const disable = useDisableCode(id)
  const form = useDialogForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: promoProblems({ ...EMPTY, reason }).reason }),
    submit: ({ reason }) => disable.mutateAsync(reason.trim()),
    words: (_, problem) => t(`desk.promo.reason.${problem}`),
    done: () => t('desk.promo.disabledToast', { code }),
    onClose,
  })
  return (
    <FormDialog
      form={form}
      title={t('desk.promo.ask.title', { code })}
      lead={t('desk.promo.ask.text')}
      act={t('desk.promo.disable')}
      variant="danger"
    >
      <TextArea label={t('desk.promo.reason')} most={500} {...form.field('reason')} />
    </FormDialog>
  )
}
