import { Button } from '../Button/Button.tsx'
import { t } from '../i18n/messages.ts'
import { PASSKEY_ACTION } from './owner-proof.ts'

interface PasskeySubmitProps {
  /** What happens, where that cannot be undone: a passkey alone sounds like a sign-in. */
  danger?: string | undefined
  /** The id of the form, for a button outside of it. */
  form?: string
}

/** Submits a form with a passkey instead of the password and code. */
export const PasskeySubmit = ({ danger, form }: PasskeySubmitProps) => (
  <Button
    type="submit"
    name="proof"
    value={PASSKEY_ACTION}
    icon="key"
    variant={danger ? 'danger' : undefined}
    form={form}
  >
    {danger ? t('ui.passkeys.proveAction', { action: danger }) : t('ui.passkeys.prove')}
  </Button>
)
