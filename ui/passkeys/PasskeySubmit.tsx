import { Button, type ButtonVariant } from '../Button/Button.tsx'
import { t } from '../i18n/messages.ts'
import { PASSKEY_ACTION } from './owner-proof.ts'

interface PasskeySubmitProps {
  variant?: ButtonVariant
  /** The id of the form, for a button outside of it. */
  form?: string
}

/** Submits a form with a passkey instead of the password and code. */
export const PasskeySubmit = ({ variant, form }: PasskeySubmitProps) => (
  <Button type="submit" name="proof" value={PASSKEY_ACTION} icon="key" variant={variant} form={form}>
    {t('ui.passkeys.prove')}
  </Button>
)
