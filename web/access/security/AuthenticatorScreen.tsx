import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Section } from '@cuida/ui/Card/Card.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { useDeed } from '../../kit/deeds.ts'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { goBack } from '../../kit/navigation/navigation.ts'
import { saveFile } from '../../kit/save-file.ts'
import { pathOf } from '../../routes.ts'
import { copyText } from '../sign-in/copy-text.ts'
import { AuthenticatorOff } from './AuthenticatorOff.tsx'
import { ProofForm } from './ProofForm.tsx'
import css from './Security.module.css'
import { renewCodes, switchOff, useSecurity, useSecurityChanged } from './security-queries.ts'

/** An authenticator app as the second factor: on, off, and the codes for the day the phone is lost. */
export function AuthenticatorScreen() {
  const { data, error } = useSecurity()
  const changed = useSecurityChanged()
  const [codes, setCodes] = useState<string[]>()
  const show = (fresh: string[]) => {
    setCodes(fresh)
    changed()
  }
  if (codes) {
    return (
      <Screen title={t('access.totp.codesTitle')} lead={t('access.totp.codesIntro')} arrival="codes">
        <RecoveryCodes codes={codes} onKept={() => goBack(pathOf('security'))} />
      </Screen>
    )
  }
  return (
    <Screen title={t('access.totp.title')}>
      <FailureAlert failure={error} />
      {!data && !error && <Skeleton lines={4} />}
      {data?.secondFactor === 'totp' && <AuthenticatorOn left={data.recoveryCodesLeft} onCodes={show} />}
      {data && data.secondFactor !== 'totp' && <AuthenticatorOff onCodes={show} />}
    </Screen>
  )
}

interface RecoveryCodesProps {
  codes: readonly string[]
  onKept: () => void
}

/** The only time that they can be seen. */
function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const text = `${codes.join('\n')}\n`
  const download = useDeed(() => saveFile(new Blob([text], { type: 'text/plain' }), t('access.totp.file')))
  return (
    <div className={css.page}>
      <ol className={css.codes} aria-label={t('access.totp.codesTitle')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Button icon="copy" onClick={() => copyText(text)}>
        {t('access.totp.copyCodes')}
      </Button>
      <FailureAlert failure={download.error} />
      <Button icon="download" busy={download.isPending} onClick={() => download.mutate()}>
        {t('access.totp.download')}
      </Button>
      <Button variant="primary" onClick={onKept}>
        {t('access.totp.kept')}
      </Button>
    </div>
  )
}

interface AuthenticatorOnProps {
  left: number
  onCodes: (codes: string[]) => void
}

/** While it is on: new recovery codes, or no authenticator any more. */
function AuthenticatorOn({ left, onCodes }: AuthenticatorOnProps) {
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
