import { Button } from '@cuida/ui/Button/Button.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { onFields } from '../../kit/field-refusals.ts'
import { FormDialog } from '../../kit/place/FormDialog.tsx'
import css from './CallPanel.module.css'
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
  const save = useSetDeskPhone(() => {})
  const form = useDialogForm({
    initial: { number: '' },
    check: ({ number }) => ({ number: numberOf(number) ? undefined : 'INVALID' }),
    submit: ({ number }) => onFields({ PHONE_NOT_ALLOWED: 'number' }, () => save.mutateAsync(numberOf(number))),
    words: (_, code) => t(`desk.line.number.${code === 'PHONE_NOT_ALLOWED' ? 'NOT_ALLOWED' : 'INVALID'}`),
    done: () => {
      onSaved()
    },
    onClose,
  })
  return (
    <FormDialog form={form} title={t('desk.line.title')} lead={t('desk.line.why')} act={t('desk.line.save')}>
      <TextInput
        label={t('desk.line.number')}
        hint={t('desk.line.numberHint')}
        type="tel"
        autoComplete="tel"
        {...form.field('number')}
      />
    </FormDialog>
  )
}

/** As it is dialled from anywhere; null for what has no country code. */
export function numberOf(typed: string): string | null {
  const number = typed
    .trim()
    .replace(/^00/, '+')
    .replaceAll(/[\s().-]/g, '')
  return /^\+[1-9]\d{5,14}$/.test(number) ? number : null
}
