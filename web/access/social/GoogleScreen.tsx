import type { OwnerProof } from '@cuida/core/access/passkey/passkey-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { proofProblems, takeProof } from '@cuida/ui/passkeys/owner-proof.ts'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goBack } from '../../kit/navigation/navigation.ts'
import { pathOf } from '../../routes.ts'
import codeFormCss from '../code/CodeForm.module.css'
import { askOwnPasskey } from '../passkey/passkey-calls.ts'
import { PasswordGate } from '../security/PasswordGate.tsx'
import { ProofButtons, ProofPassword } from '../security/Proof.tsx'
import { proofMessage } from '../security/ProofForm.tsx'
import css from '../security/Security.module.css'
import {
  redirectToLinkGoogle,
  removeGoogle,
  useInvalidateSecurityQueries,
  useSecurity,
} from '../security/security-queries.ts'

/** Links Google to the account as another way to sign in, or removes it. */
export function GoogleScreen() {
  const { data, error } = useSecurity()
  const changed = useInvalidateSecurityQueries()
  async function unlink(proof: OwnerProof): Promise<void> {
    await removeGoogle(proof)
    changed()
    showToast(t('access.google.unlinked'))
    goBack(pathOf('security'))
  }
  return (
    <Screen title="Google">
      <FailureAlert failure={error} />
      {!data && !error && <Skeleton lines={4} />}
      {data?.google === 'off' && <Alert tone="info" title={t('access.google.off')} />}
      {data?.google === 'linked' && (
        <div className={css.page}>
          <Alert tone="success" title={t('access.google.linked')} />
          <PasswordGate>
            <OwnerProofForm danger action={t('access.google.unlink')} onProof={unlink} />
          </PasswordGate>
        </div>
      )}
      {data?.google === 'unlinked' && (
        <div className={css.page}>
          <p>{t('access.google.intro')}</p>
          <PasswordGate>
            <OwnerProofForm action={t('access.google.link')} onProof={redirectToLinkGoogle} />
          </PasswordGate>
        </div>
      )}
    </Screen>
  )
}

interface OwnerProofFormProps {
  action: string
  danger?: boolean
  onProof: (proof: OwnerProof) => Promise<void>
}

/** Asks for the password or a passkey again before an action that a borrowed device must not do. */
function OwnerProofForm({ action, danger, onProof }: OwnerProofFormProps) {
  const form = useForm({
    initial: { password: '' },
    check: ({ password }, pressed) => ({ password: proofProblems({ password }, pressed).password }),
    submit: async (values, pressed) => onProof(await takeProof(values, pressed, askOwnPasskey)),
    message: proofMessage,
  })
  return (
    <form {...form.props} className={codeFormCss.form}>
      <FailureAlert failure={form.failure} />
      <ProofPassword label={t('access.totp.password')} {...form.field('password')} />
      <ProofButtons action={action} danger={danger} busy={form.busy} />
    </form>
  )
}
