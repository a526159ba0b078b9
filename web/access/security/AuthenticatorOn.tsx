import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { ProofForm } from './ProofForm.tsx'
import css from './Security.module.css'
import { renewCodes, switchOff, useSecurityChanged } from './security-queries.ts'

interface AuthenticatorOnProps {
  left: number
  onCodes: (codes: string[]) => void
}

/** While it is on: new recovery codes, or no authenticator any more. */
export function AuthenticatorOn({ left, onCodes }: AuthenticatorOnProps) {
  const [doing, setDoing] = useState<'renew' | 'off'>()
  const changed = useSecurityChanged()
  const stop = () => setDoing(undefined)
  if (doing === 'renew') {
    return (
      <Section title={t('access.totp.renew')}>
        <p>{t('access.totp.renewIntro')}</p>
        <ProofForm
          action={t('access.totp.renew')}
          onProof={async (proof) => onCodes((await renewCodes(proof)).recoveryCodes)}
          onCancel={stop}
        />
      </Section>
    )
  }
  if (doing === 'off') {
    return (
      <Section title={t('access.totp.off')}>
        <p>{t('access.totp.offIntro')}</p>
        <ProofForm
          danger
          action={t('access.totp.off')}
          onProof={async (proof) => {
            await switchOff(proof)
            showToast(t('access.totp.offDone'))
            changed()
          }}
          onCancel={stop}
        />
      </Section>
    )
  }
  return (
    <div className={css.page}>
      <Alert tone="success" title={t('access.totp.on')} />
      <p>{t('access.totp.left', { count: left })}</p>
      <Button onClick={() => setDoing('renew')}>{t('access.totp.renew')}</Button>
      <Button variant="quiet" onClick={() => setDoing('off')}>
        {t('access.totp.off')}
      </Button>
    </div>
  )
}
