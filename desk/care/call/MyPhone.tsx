import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed } from '@cuida/ui/client/call-failed.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useId } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import css from './CallPanel.module.css'
import { numberOf } from './phone-number.ts'
import { useSetDeskPhone } from './phone-queries.ts'

interface MyPhoneProps {
  maskedPhone: string | null
  onChange: () => void
}

/** Which phone of mine a call rings first. */
export function MyPhone({ maskedPhone, onChange }: MyPhoneProps) {
  return (
    <div className={css.mine}>
      <span>{maskedPhone ? t('desk.line.mine', { phone: maskedPhone }) : t('desk.line.none')}</span>
      <Button variant="quiet" fit onClick={onChange}>
        {t(maskedPhone ? 'desk.line.change' : 'desk.line.add')}
      </Button>
    </div>
  )
}

interface MyPhoneDialogProps {
  onClose: () => void
  /** The phone is known from now on. */
  onSaved: () => void
}

export function MyPhoneDialog({ onClose, onSaved }: MyPhoneDialogProps) {
  const formId = useId()
  const save = useSetDeskPhone(() => {})
  const form = useForm({
    initial: { number: '' },
    check: ({ number }) => ({ number: numberOf(number) ? undefined : 'INVALID' }),
    submit: async ({ number }) => {
      try {
        await save.mutateAsync(numberOf(number))
      } catch (error) {
        const isRefused = error instanceof CallFailed && error.code === 'PHONE_NOT_ALLOWED'
        throw isRefused ? new CallFailed(400, '', { code: 'INVALID', fields: { number: 'NOT_ALLOWED' } }) : error
      }
      onSaved()
    },
    words: (_, code) => t(`desk.line.number.${code === 'NOT_ALLOWED' ? code : 'INVALID'}`),
  })
  return (
    <Dialog
      open
      title={t('desk.line.title')}
      onClose={onClose}
      actions={
        <Button type="submit" form={formId} variant="primary" busy={form.busy}>
          {t('desk.line.save')}
        </Button>
      }
    >
      <form id={formId} className={css.form} {...form.props}>
        <p>{t('desk.line.why')}</p>
        <Failure failure={form.failure} />
        <TextInput
          label={t('desk.line.number')}
          hint={t('desk.line.numberHint')}
          type="tel"
          autoComplete="tel"
          {...form.field('number')}
        />
      </form>
    </Dialog>
  )
}
